package cloak

func networkDetectors() []Detector { return nil }

//go:build !unix

package sandbox

func noCore() error { return nil }

func coreLimit() *uint64 { return nil }

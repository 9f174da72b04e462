package cloak

import "slices"

// secretDetectors finds credentials.
func secretDetectors() []Detector {
	return slices.Concat(keyDetectors(), vendorDetectors(), sourceDetectors(), shownDetectors(), jwtDetectors(), pemDetectors(), urlDetectors(),
		assignedDetectors(), fieldDetectors(), commandDetectors(), callDetectors(), signedDetectors(), saidDetectors(), insertDetectors(), pairDetectors(), hookDetectors(), labelledDetectors(), codeDetectors(), netrcDetectors(), cryptDetectors(), headerDetectors(), cookieDetectors())
}

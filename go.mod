module github.com/seed-052fbf24/cloak

go 1.26.0

require (
	github.com/wasilibs/go-re2 v1.13.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

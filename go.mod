module github.com/seed-052fbf24/cloak

go 1.26

package main

// keepFromUpstreams has nothing to do: handles are inherited by name alone.
func keepFromUpstreams() {}

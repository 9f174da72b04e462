// Package sandbox takes from the process what the program never needs: sockets,
// and ways for others to read its memory.
//
// DenySockets asks the Linux kernel to refuse, from then on and until the
// process ends, whatever makes a socket or points one somewhere. What is linked
// into the program cannot open a connection in the first place; this holds too
// if something that is linked is not what it seems. It is a filter of system
// calls (seccomp(2)) on all threads, needs no privilege, cannot be taken off,
// and is inherited: programs that are started afterwards have no sockets either,
// and no more rights than we have (a set-user-ID program runs without them).
// Those that were started before keep what they had.
//
// Harden keeps the memory of the process out of core files, and from other
// processes of the same user.
//
// What is not promised:
//
//   - Sockets that were open before, or were handed to the process as its
//     standard input, say, can still be read and written.
//   - Files and pipes work as ever. Who reads them may have a network.
//   - A process without sockets may still drive one that has them, where the
//     user's rights allow that: a debugger could. This guards against code that
//     connects, not against code that was written to get around it.
//   - Root, and who has CAP_SYS_PTRACE, reads any memory. Memory may be swapped
//     to disk, and is in the image of a machine that hibernates.
//   - Other systems than Linux, and Linux on other processors than amd64 and
//     arm64, enforce none of it but the limit of core files, and say so.
package sandbox

import "errors"

// ErrNotEnforced says that this system does not do what was asked for: it is no
// Linux, or its kernel is too old, or the container that we are in forbids it.
// Nothing else has changed for the program.
var ErrNotEnforced = errors.New("sandbox: not enforced on this system")

// DenySockets makes all threads of the process, and all programs that it starts
// from now on, fail with EACCES when they call
//
//   - socket, connect, accept and accept4
//   - socketpair, but for connected streams and packets of the family AF_UNIX,
//     which lead from the process to itself
//   - io_uring_setup, whose rings make sockets without a system call
//   - pidfd_getfd, which takes a socket from another process
//
// and when they call anything at all in the way of another processor or binary
// interface (i386 and x32 on amd64, 32-bit ARM on arm64), which has other
// numbers for the same calls. So 32-bit programs cannot be run any more.
//
// It may be called again, which does nothing, and by several goroutines. An
// error means that sockets are as they were; it wraps ErrNotEnforced.
func DenySockets() error { return denySockets() }

// Harden makes the process not dumpable and sets its limit of core files to
// zero. The first is undone by execve(2), so it is not inherited by programs
// that are started; the second is, and they may raise it again, because only the
// soft limit is lowered. Where the system has one of the two, or none, the error
// wraps ErrNotEnforced, and what there is has been done.
func Harden() error { return harden() }

// An Answer is what is known about a yes-or-no question.
type Answer string

// The answers.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown" // this system cannot be asked
)

func answer(yes bool) Answer {
	if yes {
		return Yes
	}
	return No
}

// A Report says what the kernel does at the time, not what was asked of it.
type Report struct {
	Sockets   []Attempt // to make one, a family each; none where there is no way to deny them
	Dumpable  Answer    // may core files, and other processes of the user, have our memory?
	CoreLimit *uint64   // the soft limit of core files in bytes, NoLimit for none; nil where there is no such thing
}

// NoLimit is the limit of core files where there is none.
const NoLimit = ^uint64(0)

// An Attempt is one to make a socket.
type Attempt struct {
	Family string // its name, such as AF_INET
	Denied bool   // with the error of the filter, which these families do not give by themselves
	Err    error  // nil if there was a socket, which is closed again
}

// SocketsDenied reports whether sockets were tried, and the filter denied all.
func (r Report) SocketsDenied() bool {
	for _, a := range r.Sockets {
		if !a.Denied {
			return false
		}
	}
	return len(r.Sockets) > 0
}

// Probe tries. It leaves the process as it was.
func Probe() Report {
	r := probe()
	r.CoreLimit = coreLimit()
	return r
}

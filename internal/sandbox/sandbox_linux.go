package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"unsafe"
)

// Numbers that package syscall does not have, from the kernel's linux/prctl.h,
// linux/seccomp.h and linux/keyctl.h.
const (
	prSetNoNewPrivs = 38

	seccompSetModeFilter = 1
	seccompFlagTSync     = 1

	seccompRetErrno = 0x00050000 // plus the errno
	seccompRetAllow = 0x7fff0000

	// Offsets in struct seccomp_data. Arguments have 64 bits, and the kernel
	// takes the lower half of an int's, which comes first on these processors.
	dataNumber = 0
	dataArch   = 4
	dataArg0   = 16
	dataArg1   = 24

	// x32Bit is set in the numbers of amd64's x32 interface, which has the same
	// architecture and other calls. No other call has a number that high.
	x32Bit = 0x40000000

	socketTypeMask = 0xf // without SOCK_CLOEXEC and SOCK_NONBLOCK

)

// denied is what a call that is filtered fails with. socket(2) has EACCES for
// sockets that may not be made; the families that we try say EPERM where a right
// is missing. So EACCES is the filter's, or another's who denies as much.
const denied = syscall.EACCES

// A machine is what a filter has to know about a processor.
type machine struct {
	arch       uint32 // AUDIT_ARCH_…, linux/audit.h
	seccomp    uintptr
	socketpair uint32
	deny       []uint32 // socket, connect, accept, accept4, io_uring_setup, pidfd_getfd
}

// machines are those whose numbers are known here, by the names that Go gives
// them: arch/x86/entry/syscalls/syscall_64.tbl and asm-generic/unistd.h.
var machines = map[string]machine{
	"amd64": {0xC000003E, 317, 53, []uint32{41, 42, 43, 288, 425, 438}},
	"arm64": {0xC00000B7, 277, 199, []uint32{198, 203, 202, 242, 425, 438}},
}

// filter is the program that the kernel runs before each system call. A call of
// another architecture has other numbers, so none of them is let through.
func filter(m machine) []syscall.SockFilter {
	const (
		load  = syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS
		and   = syscall.BPF_ALU | syscall.BPF_AND | syscall.BPF_K
		equal = syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K
		least = syscall.BPF_JMP | syscall.BPF_JGE | syscall.BPF_K
		ret   = syscall.BPF_RET | syscall.BPF_K
	)
	deny := syscall.SockFilter{Code: ret, K: seccompRetErrno | uint32(denied)}
	f := []syscall.SockFilter{
		{Code: load, K: dataArch},
		{Code: equal, K: m.arch, Jt: 1},
		deny,
		{Code: load, K: dataNumber},
		{Code: least, K: x32Bit, Jf: 1},
		deny,
	}
	for _, number := range m.deny {
		f = append(f, syscall.SockFilter{Code: equal, K: number, Jf: 1}, deny)
	}
	// A pair of datagram sockets is not closed in itself: either may be pointed
	// at another socket of the machine, the system log's for one. What does not
	// match jumps to one of the last two lines.
	return append(f,
		syscall.SockFilter{Code: equal, K: m.socketpair, Jf: 7},
		syscall.SockFilter{Code: load, K: dataArg0},
		syscall.SockFilter{Code: equal, K: syscall.AF_UNIX, Jf: 4},
		syscall.SockFilter{Code: load, K: dataArg1},
		syscall.SockFilter{Code: and, K: socketTypeMask},
		syscall.SockFilter{Code: equal, K: syscall.SOCK_STREAM, Jt: 2},
		syscall.SockFilter{Code: equal, K: syscall.SOCK_SEQPACKET, Jt: 1},
		deny,
		syscall.SockFilter{Code: ret, K: seccompRetAllow},
	)
}

// installed keeps a second call from adding a second filter, which would cost
// time in each system call.
var installed struct {
	sync.Mutex
	done bool
}

func denySockets() error {
	installed.Lock()
	defer installed.Unlock()
	if installed.done {
		return nil
	}
	m, known := machines[runtime.GOARCH]
	if !known {
		return ErrNotEnforced
	}
	if err := install(m, filter(m), seccompFlagTSync); err != nil {
		return fmt.Errorf("%w: %v", ErrNotEnforced, err)
	}
	installed.done = true
	return nil
}

// install gives a filter to the calling thread, and with seccompFlagTSync to all
// threads or to none.
func install(m machine, f []syscall.SockFilter, flags uintptr) error {
	// Both calls must come from one thread: what the first promises is true of it
	// alone, until the second passes it on to the others.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// Without privileges a filter needs the promise that programs which are
	// started gain none, or they could be led astray by it: seccomp(2), EACCES.
	if err := prctl(prSetNoNewPrivs, 1); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	p := syscall.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	thread, _, errno := syscall.RawSyscall(m.seccomp, seccompSetModeFilter, flags, uintptr(unsafe.Pointer(&p)))
	runtime.KeepAlive(f)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	if thread != 0 {
		return errors.New("seccomp: a thread has another filter already")
	}
	return nil
}

func harden() error {
	err := prctl(syscall.PR_SET_DUMPABLE, 0)
	if err != nil {
		err = fmt.Errorf("%w: not dumpable: %v", ErrNotEnforced, err)
	}
	// A process that is not dumpable leaves no core file as it is, prctl(2). The
	// limit holds where something makes it dumpable again.
	return errors.Join(err, noCore())
}

// prctl calls prctl(2). Some options want the arguments that they do not have
// to be zero.
func prctl(option int, arg uintptr) error {
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, uintptr(option), arg, 0, 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

func probe() Report {
	r := Report{Dumpable: Unknown}
	for _, f := range []struct {
		name         string
		family, kind int
	}{
		{"AF_INET", syscall.AF_INET, syscall.SOCK_STREAM},
		{"AF_INET6", syscall.AF_INET6, syscall.SOCK_STREAM},
		{"AF_NETLINK", syscall.AF_NETLINK, syscall.SOCK_RAW},
		{"AF_PACKET", syscall.AF_PACKET, syscall.SOCK_RAW},
	} {
		fd, err := syscall.Socket(f.family, f.kind|syscall.SOCK_CLOEXEC, 0)
		if err == nil {
			syscall.Close(fd)
		}
		r.Sockets = append(r.Sockets, Attempt{f.name, err == denied, err})
	}
	if state, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, syscall.PR_GET_DUMPABLE, 0, 0, 0, 0, 0); errno == 0 {
		r.Dumpable = answer(state != 0)
	}
	return r
}

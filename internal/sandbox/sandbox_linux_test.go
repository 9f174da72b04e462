package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// needsFilter skips where there is none to test, which DenySockets says.
func needsFilter(t *testing.T) {
	t.Helper()
	if _, known := machines[runtime.GOARCH]; !known {
		t.Skip("no filter for this processor")
	}
}

// families are more than the probe tries, the local one among them.
var families = []struct {
	name         string
	family, kind int
}{
	{"AF_UNIX stream", syscall.AF_UNIX, syscall.SOCK_STREAM},
	{"AF_UNIX datagram", syscall.AF_UNIX, syscall.SOCK_DGRAM},
	{"AF_INET stream", syscall.AF_INET, syscall.SOCK_STREAM},
	{"AF_INET datagram", syscall.AF_INET, syscall.SOCK_DGRAM},
	{"AF_INET raw", syscall.AF_INET, syscall.SOCK_RAW},
	{"AF_INET6 stream", syscall.AF_INET6, syscall.SOCK_STREAM},
	{"AF_NETLINK", syscall.AF_NETLINK, syscall.SOCK_RAW},
	{"AF_PACKET", syscall.AF_PACKET, syscall.SOCK_RAW},
	{"AF_VSOCK", 40, syscall.SOCK_STREAM},
	{"a family that there is not", 250, syscall.SOCK_STREAM},
}

// allDenied tries all families on the calling thread.
func allDenied() error {
	for _, f := range families {
		fd, err := syscall.Socket(f.family, f.kind, 0)
		if err == nil {
			syscall.Close(fd)
		}
		if err != syscall.EACCES {
			return fmt.Errorf("socket %s: %v", f.name, err)
		}
	}
	return nil
}

func open(t *testing.T, family, kind int) int {
	t.Helper()
	fd, err := syscall.Socket(family, kind, 0)
	if err != nil {
		t.Fatalf("before the filter a socket cannot be made, so its denial would prove nothing: %v", err)
	}
	return fd
}

func TestSocketsFailOnAllThreads(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		open(t, syscall.AF_INET, syscall.SOCK_STREAM)
		open(t, syscall.AF_UNIX, syscall.SOCK_DGRAM)
		for _, a := range Probe().Sockets { // nobody lacks a right for the last
			if a.Denied {
				t.Errorf("the probe finds a filter before there is one: %+v", a)
			}
		}
		const threads = 8
		type result struct {
			thread int
			err    error
		}
		ready, filtered, results := make(chan int), make(chan bool), make(chan result)
		for range threads {
			go func() {
				runtime.LockOSThread() // and stay: the thread is of this goroutine alone
				ready <- syscall.Gettid()
				<-filtered
				results <- result{syscall.Gettid(), allDenied()}
				select {}
			}()
		}
		older := map[int]bool{}
		for range threads {
			older[<-ready] = true
		}
		if len(older) != threads {
			t.Fatalf("%d threads, not %d", len(older), threads)
		}
		if err := DenySockets(); err != nil {
			t.Fatal(err)
		}
		if err := allDenied(); err != nil {
			t.Errorf("the thread of the test: %v", err)
		}
		close(filtered)
		for range threads {
			r := <-results
			if r.err != nil {
				t.Errorf("a thread that there was before: %v", r.err)
			}
			delete(older, r.thread)
		}
		if len(older) > 0 {
			t.Errorf("%d threads were not the ones that there were before", len(older))
		}
		for range threads {
			go func() {
				runtime.LockOSThread()
				results <- result{syscall.Gettid(), allDenied()}
				select {}
			}()
			if r := <-results; r.err != nil {
				t.Errorf("a later thread: %v", r.err)
			}
		}
	})
}

// A socket that was open before is not taken away, but leads nowhere new.
func TestConnectFails(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		listener := open(t, syscall.AF_INET, syscall.SOCK_STREAM)
		if err := syscall.Bind(listener, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Listen(listener, 4); err != nil {
			t.Fatal(err)
		}
		address, err := syscall.Getsockname(listener)
		if err != nil {
			t.Fatal(err)
		}
		first, second := open(t, syscall.AF_INET, syscall.SOCK_STREAM), open(t, syscall.AF_INET, syscall.SOCK_STREAM)
		if err := syscall.Connect(first, address); err != nil {
			t.Fatalf("before the filter: %v", err)
		}
		served, _, err := syscall.Accept(listener)
		if err != nil {
			t.Fatalf("before the filter: %v", err)
		}
		third := open(t, syscall.AF_INET, syscall.SOCK_STREAM)
		if err := syscall.Connect(third, address); err != nil { // waits to be accepted
			t.Fatal(err)
		}

		if err := DenySockets(); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Connect(second, address); err != syscall.EACCES {
			t.Errorf("connect: %v", err)
		}
		if _, _, err := syscall.Accept(listener); err != syscall.EACCES {
			t.Errorf("accept4: %v", err)
		}
		if _, _, errno := syscall.Syscall(uintptr(machines[runtime.GOARCH].deny[2]), uintptr(listener), 0, 0); errno != syscall.EACCES {
			t.Errorf("accept: %v", errno)
		}
		// The package comment says that this is so.
		if _, err := syscall.Write(first, []byte("x")); err != nil {
			t.Errorf("a connection that there was before: %v", err)
		}
		if n, err := syscall.Read(served, make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("a connection that there was before: %v", err)
		}
	})
}

func TestOtherWaysToASocket(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		pairs := []struct {
			name         string
			family, kind int
			allowed      bool
		}{
			{name: "local stream", family: syscall.AF_UNIX, kind: syscall.SOCK_STREAM, allowed: true},
			{name: "local stream, with flags", family: syscall.AF_UNIX, kind: syscall.SOCK_STREAM | syscall.SOCK_CLOEXEC | syscall.SOCK_NONBLOCK, allowed: true},
			{name: "local packets", family: syscall.AF_UNIX, kind: syscall.SOCK_SEQPACKET, allowed: true},
			{name: "local datagrams", family: syscall.AF_UNIX, kind: syscall.SOCK_DGRAM},
			{name: "local raw, which is datagrams", family: syscall.AF_UNIX, kind: syscall.SOCK_RAW},
			{name: "AF_INET", family: syscall.AF_INET, kind: syscall.SOCK_STREAM},
			{name: "AF_TIPC", family: 30, kind: syscall.SOCK_STREAM},
		}
		calls := map[string]uintptr{"io_uring_setup": 425, "pidfd_getfd": 438}
		if runtime.GOARCH == "amd64" {
			calls["socket of the x32 interface"] = x32Bit + 41
		}
		for name, number := range calls { // with arguments that are none
			if _, _, errno := syscall.Syscall(number, ^uintptr(0), 0, 0); errno == syscall.EACCES {
				t.Fatalf("%s is denied before the filter", name)
			}
		}
		if err := DenySockets(); err != nil {
			t.Fatal(err)
		}
		for _, p := range pairs {
			fds, err := syscall.Socketpair(p.family, p.kind, 0)
			if p.allowed && err != nil || !p.allowed && err != syscall.EACCES {
				t.Errorf("pair of %s: %v", p.name, err)
			}
			if err == nil {
				syscall.Close(fds[0])
				syscall.Close(fds[1])
			}
		}
		for name, number := range calls {
			if _, _, errno := syscall.Syscall(number, ^uintptr(0), 0, 0); errno != syscall.EACCES {
				t.Errorf("%s: %v", name, errno)
			}
		}
	})
}

func TestFilesAndPipesWork(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		if err := DenySockets(); err != nil {
			t.Fatal(err)
		}
		if err := Harden(); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, []byte("written"), 0o600); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(name); string(got) != "written" || err != nil {
			t.Errorf("read %q, %v", got, err)
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			io.WriteString(w, "through")
			w.Close()
		}()
		if got, err := io.ReadAll(r); string(got) != "through" || err != nil {
			t.Errorf("read %q, %v", got, err)
		}
		// Names that lead through /proc/self, which is root's once we are not dumpable.
		if f, err := os.Open("/dev/stdin"); err != nil {
			t.Errorf("/dev/stdin: %v", err)
		} else {
			f.Close()
		}
	})
}

// A program that was started before keeps its sockets, as what wrap runs must;
// one that is started later runs, and has none.
func TestProgramsThatAreStarted(t *testing.T) {
	needsFilter(t)
	if scene() == "program" {
		io.ReadAll(os.Stdin) // until we are told to
		fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
		fmt.Printf("{%t %v}", fd >= 0, err)
		return
	}
	isolated(t, func(t *testing.T) {
		program := func() (start func(), end func() string) {
			cmd := again(t, "program")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			return func() {
					if err := cmd.Start(); err != nil {
						t.Fatal(err)
					}
				}, func() string {
					in.Close()
					if err := cmd.Wait(); err != nil {
						t.Errorf("%v: %s", err, out.Bytes())
					}
					_, said, _ := strings.Cut(out.String(), "{")
					said, _, _ = strings.Cut(said, "}")
					return said
				}
		}
		start, endEarlier := program()
		start()
		start, endLater := program()
		if err := Harden(); err != nil {
			t.Fatal(err)
		}
		if err := DenySockets(); err != nil {
			t.Fatal(err)
		}
		start()
		if said := endEarlier(); said != "true <nil>" {
			t.Errorf("the program that was started before: %s", said)
		}
		if said := endLater(); said != "false permission denied" {
			t.Errorf("the program that was started later: %s", said)
		}
		if out, err := exec.Command("/bin/sh", "-c", "echo it runs").CombinedOutput(); string(out) != "it runs\n" || err != nil {
			t.Errorf("a shell: %q, %v", out, err)
		}
	})
}

// One filter, however often it is asked for: each costs time in every call.
func TestDenySocketsTwice(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		before := filters(t)
		for range 3 {
			if err := DenySockets(); err != nil {
				t.Fatal(err)
			}
		}
		if got := filters(t) - before; got != 1 {
			t.Errorf("%d filters", got)
		}
	})
}

// Where the kernel or a container does not let us, the program goes on without,
// and knows it.
func TestNoSeccompHere(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) { withoutCall(t, uint32(machines[runtime.GOARCH].seccomp)) })
}

func TestNoPrctlHere(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		withoutCall(t, syscall.SYS_PRCTL)
		if err := Harden(); !errors.Is(err, ErrNotEnforced) {
			t.Errorf("Harden: %v", err)
		}
		if r := Probe(); r.Dumpable != Unknown {
			t.Errorf("dumpable: %s", r.Dumpable)
		}
	})
}

func TestAThreadWithAnotherFilter(t *testing.T) {
	needsFilter(t)
	isolated(t, func(t *testing.T) {
		done := make(chan error)
		go func() {
			runtime.LockOSThread()
			done <- install(machines[runtime.GOARCH], only(438), 0)
			select {}
		}()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		notEnforced(t)
	})
}

// withoutCall puts the process where a system call is refused.
func withoutCall(t *testing.T, number uint32) {
	t.Helper()
	if err := install(machines[runtime.GOARCH], only(number), seccompFlagTSync); err != nil {
		t.Fatal(err)
	}
	notEnforced(t)
}

// only is a filter that denies one call.
func only(number uint32) []syscall.SockFilter {
	m := machines[runtime.GOARCH]
	m.deny, m.socketpair = []uint32{number}, x32Bit-1
	return filter(m)
}

func notEnforced(t *testing.T) {
	t.Helper()
	for range 2 { // a failure is not taken for done
		if err := DenySockets(); !errors.Is(err, ErrNotEnforced) {
			t.Errorf("DenySockets: %v", err)
		}
	}
	if r := Probe(); r.SocketsDenied() || r.Sockets[0].Err != nil {
		t.Errorf("the probe finds %+v", r.Sockets)
	}
}

func filters(t *testing.T) (n int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc")
	}
	_, rest, found := strings.Cut(string(status), "Seccomp_filters:") // Linux 5.9
	if _, err := fmt.Sscan(rest, &n); !found || err != nil {
		t.Skip("/proc does not tell")
	}
	return n
}

func TestHarden(t *testing.T) {
	if scene() == "other process" { // of the same user
		_, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", os.Getppid()))
		fmt.Printf("{%v}", err == nil)
		return
	}
	isolated(t, func(t *testing.T) {
		dumpable := func() uintptr {
			state, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, syscall.PR_GET_DUMPABLE, 0, 0, 0, 0, 0)
			if errno != 0 {
				t.Fatal(errno)
			}
			return state
		}
		othersRead := func() bool {
			out, err := again(t, "other process").CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			return strings.Contains(string(out), "{true}")
		}
		var limit syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
			t.Fatal(err)
		}
		hard := limit.Max
		limit.Cur = hard
		if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
			t.Fatal(err)
		}
		if got := Probe().CoreLimit; got == nil || *got != hard {
			t.Errorf("the probe finds a limit of core files other than %d", hard)
		}
		if dumpable() != 1 || !othersRead() || Probe().Dumpable != Yes {
			t.Fatal("not dumpable before, so that it would prove nothing")
		}
		if err := Harden(); err != nil {
			t.Fatal(err)
		}
		if got := dumpable(); got != 0 || Probe().Dumpable != No {
			t.Errorf("dumpable: %d", got)
		}
		if os.Geteuid() != 0 && othersRead() { // root reads everything
			t.Error("another process reads our environment")
		}
		if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil || limit.Cur != 0 || limit.Max != hard {
			t.Errorf("core files: %+v, %v; the hard limit was %d", limit, err, hard)
		}
	})
}

// The kernel says whether a process that died has left a core file.
func TestNoCoreFile(t *testing.T) {
	if s := scene(); s == "dies" || s == "dies hardened" {
		var limit syscall.Rlimit
		syscall.Getrlimit(syscall.RLIMIT_CORE, &limit)
		limit.Cur = limit.Max
		syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
		if s == "dies hardened" {
			if err := Harden(); err != nil {
				fmt.Println(err)
				os.Exit(0)
			}
		}
		die()
	}
	isolated(t, func(t *testing.T) {
		dump := func(scene string) bool {
			cmd := again(t, scene)
			cmd.Dir = t.TempDir()
			out, _ := cmd.CombinedOutput()
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if !status.Signaled() {
				t.Fatalf("%s: %v\n%s", scene, cmd.ProcessState, out)
			}
			return status.CoreDump()
		}
		if dump("dies hardened") {
			t.Error("a core file")
		}
		if !dump("dies") {
			t.Skip("no core files here in any case")
		}
	})
}

// die ends the process by a signal whose action is the system's, which writes a
// core file. The runtime has handlers for all of them.
func die() {
	runtime.LockOSThread()
	// struct sigaction of the kernel: SIG_DFL, no flags, no restorer, no mask.
	var action [4]uint64
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGABRT), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	syscall.Kill(syscall.Getpid(), syscall.SIGABRT)
	time.Sleep(time.Minute)
}

// The programs for all processors, run here: what the kernel of another one
// would do.
func TestFilterOfEachMachine(t *testing.T) {
	const amd64, arm64, i386, arm = 0xC000003E, 0xC00000B7, 0x40000003, 0x40000028
	type call struct {
		name   string
		number uint32
		args   [2]uint64
		denied bool
	}
	calls := map[string][]call{
		"amd64": {
			{"read", 0, [2]uint64{}, false}, {"execve", 59, [2]uint64{}, false}, {"pipe2", 293, [2]uint64{}, false}, {"openat", 257, [2]uint64{}, false},
			{"socket", 41, [2]uint64{2, 1}, true}, {"socket, local", 41, [2]uint64{1, 1}, true}, {"connect", 42, [2]uint64{}, true},
			{"accept", 43, [2]uint64{}, true}, {"accept4", 288, [2]uint64{}, true}, {"io_uring_setup", 425, [2]uint64{}, true}, {"pidfd_getfd", 438, [2]uint64{}, true},
			{"socketpair", 53, [2]uint64{1, 1}, false}, {"socketpair, flags", 53, [2]uint64{1, 5 | 0x80800}, false}, {"socketpair, datagram", 53, [2]uint64{1, 2}, true},
			{"socketpair, inet", 53, [2]uint64{2, 1}, true}, {"socketpair, high bits", 53, [2]uint64{1<<32 | 2, 1}, true},
			{"x32 read", 0x40000000, [2]uint64{}, true}, {"x32 socket", 0x40000029, [2]uint64{}, true},
		},
		"arm64": {
			{"read", 63, [2]uint64{}, false}, {"execve", 221, [2]uint64{}, false}, {"pipe2", 59, [2]uint64{}, false}, {"openat", 56, [2]uint64{}, false},
			{"socket", 198, [2]uint64{2, 1}, true}, {"socket, local", 198, [2]uint64{1, 1}, true}, {"connect", 203, [2]uint64{}, true},
			{"accept", 202, [2]uint64{}, true}, {"accept4", 242, [2]uint64{}, true}, {"io_uring_setup", 425, [2]uint64{}, true}, {"pidfd_getfd", 438, [2]uint64{}, true},
			{"socketpair", 199, [2]uint64{1, 1}, false}, {"socketpair, flags", 199, [2]uint64{1, 5 | 0x80800}, false}, {"socketpair, datagram", 199, [2]uint64{1, 2}, true},
			{"socketpair, inet", 199, [2]uint64{2, 1}, true}, {"socketpair, high bits", 199, [2]uint64{1<<32 | 2, 1}, true},
		},
	}
	own := map[string]uint32{"amd64": amd64, "arm64": arm64}
	for name, m := range machines {
		if len(calls[name]) == 0 {
			t.Errorf("%s is not tested", name)
		}
		f := filter(m)
		for _, c := range calls[name] {
			if got := evaluate(t, f, own[name], c.number, c.args); got != c.denied {
				t.Errorf("%s: %s is denied: %t", name, c.name, got)
			}
			for _, foreign := range []uint32{amd64, arm64, i386, arm} {
				if foreign != own[name] && !evaluate(t, f, foreign, c.number, c.args) {
					t.Errorf("%s: %s of architecture %#x is let through", name, c.name, foreign)
				}
			}
		}
	}
}

// evaluate runs a filter as the kernel does, and tells whether it denies.
func evaluate(t *testing.T, f []syscall.SockFilter, arch, number uint32, args [2]uint64) bool {
	t.Helper()
	data := map[uint32]uint32{0: number, 4: arch, 16: uint32(args[0]), 20: uint32(args[0] >> 32), 24: uint32(args[1]), 28: uint32(args[1] >> 32)}
	a := uint32(0)
	for i := 0; i < len(f); i++ {
		branch := func(yes bool) {
			if yes {
				i += int(f[i].Jt)
			} else {
				i += int(f[i].Jf)
			}
		}
		switch k := f[i].K; f[i].Code {
		case 0x20: // A = data[k]
			v, there := data[k]
			if !there {
				t.Fatalf("line %d reads offset %d", i, k)
			}
			a = v
		case 0x54: // A &= k
			a &= k
		case 0x15: // A == k
			branch(a == k)
		case 0x35: // A >= k
			branch(a >= k)
		case 0x06: // return k
			switch k {
			case 0x7fff0000:
				return false
			case 0x00050000 | uint32(syscall.EACCES):
				return true
			}
			t.Fatalf("line %d returns %#x", i, k)
		default:
			t.Fatalf("line %d has code %#x", i, f[i].Code)
		}
	}
	t.Fatal("the filter does not end")
	return false
}

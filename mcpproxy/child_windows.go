package mcpproxy

import (
	"os"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A group is a job: what its processes start is in it, and is killed with it. If we
// die the system closes the job, and that kills too.
type group struct {
	job     windows.Handle
	process *os.Process
}

// start starts cmd and puts it into a job of its own. What it starts before it is
// in the job, within microseconds of its start, would escape.
func (g *group) start(cmd *exec.Cmd) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return os.NewSyscallError("CreateJobObject", err)
	}
	g.job = job
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		g.release()
		return os.NewSyscallError("SetInformationJobObject", err)
	}
	// A group of its own also keeps the console's interrupt from it: we end it.
	cmd.SysProcAttr = &windows.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	if err := cmd.Start(); err != nil {
		g.release()
		return err
	}
	g.process = cmd.Process
	assignErr := error(nil)
	err = g.process.WithHandle(func(h uintptr) { assignErr = windows.AssignProcessToJobObject(job, windows.Handle(h)) })
	if err == nil {
		err = os.NewSyscallError("AssignProcessToJobObject", assignErr)
	}
	if err != nil {
		g.process.Kill()
		cmd.Wait()
		g.release()
		return err
	}
	return nil
}

// awaitExit waits until the leader has exited. Its handle keeps its number.
func (g *group) awaitExit() {
	g.process.WithHandle(func(h uintptr) { windows.WaitForSingleObject(windows.Handle(h), windows.INFINITE) })
}

// terminate kills: Windows has no signal that asks a process without a window.
func (g *group) terminate() { g.kill() }
func (g *group) kill()      { windows.TerminateJobObject(g.job, 1) }
func (g *group) release()   { windows.CloseHandle(g.job) }

// readNow reads to the end: every process that could hold the pipe open is killed.
func readNow(f *os.File, p []byte) (int, error) { return f.Read(p) }

package kit

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"syscall"
	"unsafe"
)

// usage tells what the process has used since its start.
func usage() Fields {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // It can't fail for this process.
	// Unlike runtime.ReadMemStats, neither of these stops the world.
	var collections debug.GCStats
	debug.ReadGCStats(&collections)
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	return Fields{
		"cpu_user_ns":          used.Utime.Nano(),
		"cpu_system_ns":        used.Stime.Nano(),
		"voluntary_switches":   used.Nvcsw,
		"involuntary_switches": used.Nivcsw,
		"peak_rss_bytes":       memoryBytes("VmHWM:"),
		"rss_bytes":            memoryBytes("VmRSS:"),
		"gc_count":             collections.NumGC,
		"gc_pause_ns":          collections.PauseTotal.Nanoseconds(),
		"allocated_bytes":      allocated[0].Value.Uint64(),
	}
}

// It stays open, since a server may be out of descriptors when it is asked.
var status, _ = os.Open("/proc/self/status")

// memoryBytes returns a line of /proc/self/status, 0 where there is none.
func memoryBytes(name string) int64 {
	var text [1 << 14]byte
	n, _ := status.ReadAt(text[:], 0)
	_, rest, _ := strings.Cut(string(text[:n]), name)
	var kib int64
	fmt.Sscan(rest, &kib)
	return kib << 10
}

// cpus returns the cores that the process may use.
func cpus() []int {
	var mask [1024]byte
	syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0, unsafe.Sizeof(mask), uintptr(unsafe.Pointer(&mask)))
	var cores []int
	for core := 0; core < 8*len(mask); core++ {
		if mask[core/8]>>(core%8)&1 == 1 {
			cores = append(cores, core)
		}
	}
	return cores
}

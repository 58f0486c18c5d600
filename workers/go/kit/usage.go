package kit

import (
	"fmt"
	"math/bits"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"syscall"
	"unsafe"
)

// usage tells what the process has served and used since its start; serving is nil before listen.
func usage(serving *Serving) Fields {
	if serving == nil {
		serving = &Serving{}
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		fmt.Fprintln(os.Stderr, "getrusage:", err)
	}
	// Unlike runtime.ReadMemStats, neither of these stops the world.
	var collections debug.GCStats
	debug.ReadGCStats(&collections)
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	told := Fields{
		"messages":             serving.Messages.Load(),
		"connections":          serving.Connections.Load(),
		"bad_frames":           serving.badFrames.Load(),
		"rejected":             serving.rejected.Load(),
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
	if stranger := serving.lastStranger.Load(); stranger != nil && *stranger != "" {
		told["last_stranger"] = *stranger
	}
	return told
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
	var mask [128]uint64
	size := unsafe.Sizeof(mask)
	syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0, size, uintptr(unsafe.Pointer(&mask)))
	var cores []int
	for i, word := range mask {
		for ; word != 0; word &= word - 1 {
			cores = append(cores, i*64+bits.TrailingZeros64(word))
		}
	}
	return cores
}

//! What the process has used, and where it may run.

use serde_json::{json, Value};
use std::fs::File;
use std::mem::MaybeUninit;
use std::os::unix::fs::FileExt;

const MOST_STATUS_BYTES: usize = 8_192;

/// The file that tells the memory. It stays open, since a server may be out of descriptors when it is asked.
pub(crate) struct Process(File);

impl Process {
    pub fn open() -> Self {
        Self(File::open("/proc/self/status").expect("Linux has it"))
    }

    /// Returns what it has used since its start, as a reply tells it.
    pub fn used(&self) -> Value {
        let mut told = MaybeUninit::<libc::rusage>::uninit();
        // SAFETY: the call fills it, and can't fail for this process.
        let told = unsafe {
            libc::getrusage(libc::RUSAGE_SELF, told.as_mut_ptr());
            told.assume_init()
        };
        let ns = |time: libc::timeval| time.tv_sec * 1_000_000_000 + time.tv_usec * 1_000;
        json!({
            "cpu_user_ns": ns(told.ru_utime),
            "cpu_system_ns": ns(told.ru_stime),
            "voluntary_switches": told.ru_nvcsw,
            "involuntary_switches": told.ru_nivcsw,
            "peak_rss_bytes": self.memory("VmHWM"),
            "rss_bytes": self.memory("VmRSS"),
            "gc_count": null,
            "gc_pause_ns": null,
            "allocated_bytes": null,
        })
    }

    /// Returns the bytes of a line in kB; 0 where there is none.
    fn memory(&self, name: &str) -> u64 {
        let mut text = [0; MOST_STATUS_BYTES];
        let length = self.0.read_at(&mut text, 0).unwrap_or(0);
        let text = String::from_utf8_lossy(&text[..length]);
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or(0) * 1_024
    }
}

/// Returns the cores that the process may use.
pub(crate) fn cpus() -> Vec<usize> {
    let mut set = MaybeUninit::<libc::cpu_set_t>::zeroed();
    // SAFETY: a set is plain bits, and the call writes no more than its size.
    unsafe {
        libc::sched_getaffinity(0, std::mem::size_of::<libc::cpu_set_t>(), set.as_mut_ptr());
        let set = set.assume_init();
        (0..libc::CPU_SETSIZE as usize).filter(|&cpu| libc::CPU_ISSET(cpu, &set)).collect()
    }
}

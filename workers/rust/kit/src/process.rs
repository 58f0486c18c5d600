//! What the process has used, and where it may run.

use std::fs::File;
use std::mem::MaybeUninit;
use std::os::unix::fs::FileExt;

const MOST_STATUS_BYTES: usize = 8_192;

/// CPU time and context switches, since the start.
pub(crate) struct Used {
    pub cpu_user_ns: i64,
    pub cpu_system_ns: i64,
    pub voluntary_switches: i64,
    pub involuntary_switches: i64,
}

impl Used {
    pub fn now() -> Self {
        let mut told = MaybeUninit::<libc::rusage>::uninit();
        // SAFETY: the call fills it, and can't fail for this process.
        let told = unsafe {
            libc::getrusage(libc::RUSAGE_SELF, told.as_mut_ptr());
            told.assume_init()
        };
        let ns = |time: libc::timeval| time.tv_sec * 1_000_000_000 + time.tv_usec * 1_000;
        Self {
            cpu_user_ns: ns(told.ru_utime),
            cpu_system_ns: ns(told.ru_stime),
            voluntary_switches: told.ru_nvcsw,
            involuntary_switches: told.ru_nivcsw,
        }
    }
}

/// The file that tells the memory. It stays open, since a server may be out of descriptors when it is asked.
pub(crate) struct Status(File);

impl Status {
    pub fn open() -> Self {
        Self(File::open("/proc/self/status").expect("Linux has it"))
    }

    /// Returns the bytes of a line in kB, such as `VmHWM`; 0 where there is none.
    pub fn bytes(&self, name: &str) -> u64 {
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

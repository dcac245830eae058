//! Bytes that do not repeat, and their digest.

use std::time::Duration;

/// FNV-1a.
pub struct Digest(u64);

impl Digest {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The fields of an event that has it.
    pub fn fields(&self, bytes: u64) -> String {
        format!(",\"bytes\":{bytes},\"digest\":\"{:016x}\"", self.0)
    }
}

/// Xorshift.
pub struct Source(u64);

impl Source {
    pub fn new() -> Self {
        Self(88_172_645_463_325_252)
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            *byte = (self.0 >> 24) as u8;
        }
    }
}

/// Bytes that should have been sent by then.
pub fn due(bytes: u64, time: Duration, elapsed: Duration) -> u64 {
    if elapsed >= time {
        return bytes;
    }
    (bytes as f64 * elapsed.as_secs_f64() / time.as_secs_f64()) as u64
}

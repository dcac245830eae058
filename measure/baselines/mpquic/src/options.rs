//! The command line.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::Duration;

pub const USAGE: &str = "banip-mpquic receive --bytes N --arrivals FILE [--stall SECONDS] [--port UDP]
banip-mpquic send --to ADDRESS... --to-port UDP --certificate HEX --bytes N [--millis N] [--backup]
both: [--idle MILLIS], the time after which a silent path is left";

#[derive(Clone, Copy, PartialEq)]
pub enum Role {
    Receive,
    Send,
}

pub struct Options {
    pub role: Role,
    /// Of the load.
    pub bytes: u64,
    /// For which a steady load lasts; zero for a transfer.
    pub time: Duration,
    /// The receiver's file of arrivals.
    pub arrivals: PathBuf,
    /// Longest time without an arrival.
    pub stall: Duration,
    /// Own port of UDP; 0 for any.
    pub port: u16,
    /// The receiver's addresses, one for each path, the preferred one first.
    pub to: Vec<Ipv4Addr>,
    pub to_port: u16,
    /// The receiver's, which the sender trusts.
    pub certificate: Vec<u8>,
    /// Whether all paths but the first are for the time when it fails.
    pub backup: bool,
    /// After this time without a packet a path is left, and not before three probe time-outs.
    pub idle: Duration,
}

impl Options {
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut words = words.iter();
        let role = match words.next().map(String::as_str) {
            Some("receive") => Role::Receive,
            Some("send") => Role::Send,
            _ => return Err("receive or send?".into()),
        };
        let mut options = Self::of(role);
        while let Some(name) = words.next() {
            if name == "--backup" {
                options.backup = true;
                continue;
            }
            let value = words.next().ok_or(format!("{name} has no value"))?;
            options.set(name, value).map_err(|why| format!("{name} {value}: {why}"))?;
        }
        if role == Role::Send && options.to.is_empty() {
            return Err("--to is missing".into());
        }
        Ok(options)
    }

    fn of(role: Role) -> Self {
        Self {
            role,
            bytes: 0,
            time: Duration::ZERO,
            arrivals: PathBuf::new(),
            stall: Duration::from_secs(90),
            port: 0,
            to: Vec::new(),
            to_port: 0,
            certificate: Vec::new(),
            backup: false,
            idle: Duration::from_millis(300),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "--bytes" => self.bytes = number(value)?,
            "--millis" => self.time = Duration::from_millis(number(value)?),
            "--arrivals" => self.arrivals = value.into(),
            "--stall" => self.stall = Duration::from_secs(number(value)?),
            "--port" => self.port = number(value)? as u16,
            "--from" => {} // the system chooses it by the receiver's address
            "--to" => self.to.push(value.parse().map_err(|_| "not an address")?),
            "--to-port" => self.to_port = number(value)? as u16,
            "--certificate" => self.certificate = from_hex(value)?,
            "--idle" => self.idle = Duration::from_millis(number(value)?),
            _ => return Err("unknown".into()),
        }
        Ok(())
    }
}

fn number(value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| "not a number".into())
}

fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    (0..text.len())
        .step_by(2)
        .map(|at| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()).ok_or("not hexadecimal".into()))
        .collect()
}

pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

//! One end of an upload over QUIC with several paths (draft-ietf-quic-multipath): a baseline of `banip measure paths`.
//!
//! The receiver says `listening`, with the certificate that it has made; the sender says `connected` when every path can be used. At the first line of
//! its input the sender begins. It says `sent`, the receiver `received`, each with the digest of all bytes. Both end with their input. Each event is a
//! line of JSON.

mod ends;
mod events;
mod load;
mod options;
mod paths;
mod transport;

use std::error::Error;
use std::process::exit;

use options::{Options, Role};

/// Any failure; its text is what the event says.
type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--version"] {
        println!("banip-mpquic 1");
        return;
    }
    let options = Options::read(&words).unwrap_or_else(|why| {
        eprintln!("{why}\n{}", options::USAGE);
        exit(2)
    });
    let word = events::hear();
    let done = match options.role {
        Role::Receive => ends::receive(&options).await,
        Role::Send => ends::send(&options, word).await,
    };
    if let Err(why) = done {
        events::fail(&why.to_string());
    }
}

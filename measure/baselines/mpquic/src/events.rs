//! What an end says and hears.

use std::io::{BufRead, stdin};
use std::process::exit;
use std::thread;

use tokio::sync::oneshot;

/// Listens on a thread of its own. The first line is the word to begin; the process ends with its input.
pub fn hear() -> oneshot::Receiver<()> {
    let (begin, word) = oneshot::channel();
    thread::spawn(move || listen(begin));
    word
}

fn listen(begin: oneshot::Sender<()>) {
    let mut begin = Some(begin);
    for _ in stdin().lock().lines().map_while(Result::ok) {
        if let Some(begin) = begin.take() {
            let _ = begin.send(());
        }
    }
    exit(0)
}

/// Says an event; `fields` are its fields as JSON, each with a comma before it.
pub fn say(event: &str, fields: &str) {
    println!("{{\"event\":\"{event}\"{fields}}}");
}

pub fn fail(why: &str) -> ! {
    let plain: String = why.chars().filter(|c| !c.is_control() && *c != '"' && *c != '\\').collect();
    say("failed", &format!(",\"why\":\"{plain}\""));
    exit(1)
}

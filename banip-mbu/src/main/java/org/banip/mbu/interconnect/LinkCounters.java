package org.banip.mbu.interconnect;

import java.util.concurrent.atomic.AtomicLong;

/** What the interconnect counts. Any thread. */
final class LinkCounters {
    final AtomicLong registrations = new AtomicLong();
    final AtomicLong resumes = new AtomicLong();
    final AtomicLong keepAlives = new AtomicLong();
    final AtomicLong commands = new AtomicLong();
}

package org.banip.mbu.interconnect;

import java.util.concurrent.atomic.AtomicLong;

/** Counters of all links of an interconnect. Any thread. */
public final class LinkCounters {
    final AtomicLong registrations = new AtomicLong();
    final AtomicLong resumes = new AtomicLong();
    final AtomicLong keepAlives = new AtomicLong();
    final AtomicLong commands = new AtomicLong();

    LinkCounters() {}

    /** Answered registrations. */
    public long registrations() {
        return registrations.get();
    }

    /** How often sending continued after a break. */
    public long resumes() {
        return resumes.get();
    }

    /** Keep-alive frames sent. */
    public long keepAlives() {
        return keepAlives.get();
    }

    /** Commands received. */
    public long commands() {
        return commands.get();
    }
}

package org.banip.mbu.interconnect;

import java.util.concurrent.atomic.AtomicLong;

/** What the links of an interconnect count together. Any thread. */
public final class LinkCounters {
    final AtomicLong registrations = new AtomicLong();
    final AtomicLong resumes = new AtomicLong();
    final AtomicLong keepAlives = new AtomicLong();
    final AtomicLong commands = new AtomicLong();

    LinkCounters() {}

    /** Registrations answered. */
    public long registrations() {
        return registrations.get();
    }

    /** Times that sending went on after a break. */
    public long resumes() {
        return resumes.get();
    }

    /** Keep-alive frames sent. */
    public long keepAlives() {
        return keepAlives.get();
    }

    /** Commands that came. */
    public long commands() {
        return commands.get();
    }
}

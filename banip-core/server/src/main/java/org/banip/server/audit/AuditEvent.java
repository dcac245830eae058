package org.banip.server.audit;

import java.util.Locale;
import java.util.Optional;

/** What an audit log tells of; docs/audit.md has the fields of each. */
public enum AuditEvent {
    /** A server or a command began to write this log. */
    STARTED("a server or a command began to write this log"),
    /** What the operator has set; follows a start. */
    SETTINGS("what the operator has set: follows each start"),
    /** A server ended in order. */
    STOPPED("a server ended in order; if it is missing before a start, the process was killed"),
    /** Somebody logged in. */
    LOG_IN_ACCEPTED("each log-in at the page; else the first request from an address, and again after an hour", true),
    /** Somebody logged out. */
    LOG_OUT("somebody logged out at the page", true),
    /** Missing or wrong credentials. */
    LOG_IN_REFUSED("missing or wrong credentials, too many guesses, or a form of another site", true),
    /** An MBU registered a session. */
    REGISTERED("an MBU registered a session, for the first time or again", true),
    /** An interconnect ended. */
    ENDED("an interconnect ended", true),
    /** A request was refused for another reason than its credentials. */
    REFUSED("a request was refused for another reason than its credentials", true),
    /** A stream ended because somebody may not have it any more. */
    REVOKED("a stream ended because credentials, a right or a grant were revoked, or its log-in ended"),
    /** Somebody begins to see a BAN. */
    VIEW_BEGUN("somebody begins to see a BAN; written before anything is shown"),
    /** Somebody does not see a BAN any more. */
    VIEW_ENDED("somebody does not see it any more, and what was shown"),
    /** A recording was exported. */
    EXPORTED("a recording was exported; written before anything is read or sent"),
    /** A command to a BAN. */
    COMMAND_SENT("a command to a BAN"),
    /** What became of it. */
    COMMAND_ENDED("what became of a command to a BAN"),
    /** A step of an alert. */
    ALERT("a step of an alert: raised, escalated, acknowledged, ended"),
    /** Somebody is shown open alerts. */
    ALERTS_SEEN("somebody is shown open alerts of BANs; written before they are shown"),
    /** A contact fails to take alerts, or takes them again. */
    ALERTS_DELIVERED("a contact begins to fail to take alerts, or takes them again"),
    /** A command on a store. */
    STORE_COMMAND("a command on a store: backup, forget"),
    /** A file that a setting names has changed. */
    FILE_CHANGED("a file that a setting names has changed, has gone or is back"),
    /** The first line of a file that follows another one. */
    CONTINUED("the first line of a file that follows another one; declares what a killed process has left unfinished"),
    /** An older file was removed. */
    REMOVED("the oldest file was removed, because there are as many as are kept"),
    /** The log could not be written for some time. */
    INTERRUPTED("the log could not be written for some time; how many entries are lost"),
    /** Entries that were too many. */
    LEFT_OUT("entries beyond those that a minute may have");

    private final String meaning;
    private final boolean bounded;

    AuditEvent(String meaning) {
        this(meaning, false);
    }

    AuditEvent(String meaning, boolean bounded) {
        this.meaning = meaning;
        this.bounded = bounded;
    }

    /** The word in the log, for example {@code view-begun}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it means, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Whether others can cause as many as they like, so that those of a minute are bounded. */
    boolean isBounded() {
        return bounded;
    }

    static Optional<AuditEvent> ofToken(String token) {
        for (AuditEvent event : values()) {
            if (event.token().equals(token)) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }
}

package org.banip.server.settings;

import java.util.List;

/** Settings that are unknown, missing, empty or not allowed. The message names each, what was seen, where, and what is allowed. */
public final class SettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String[] problems;

    SettingsException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = problems.toArray(new String[0]);
    }

    /** What is wrong, one sentence for each setting; the message has all of them on one line. */
    public List<String> problems() {
        return List.of(problems);
    }
}

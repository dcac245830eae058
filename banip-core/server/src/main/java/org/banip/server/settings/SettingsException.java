package org.banip.server.settings;

import java.util.List;

/** Settings that are unknown, missing, empty or not allowed. The message names each, what was seen, where, and what is allowed. */
public final class SettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    SettingsException(List<String> problems) {
        super(String.join("; ", problems));
    }
}

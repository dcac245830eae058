package org.banip.recordings;

import org.banip.core.ban.Channel;

/** Makes channel labels of what files call their signals. */
final class Labels {
    private Labels() {}

    /** The text without control characters and too long an end, or {@code absent} if nothing is left. */
    static String of(String text, String absent) {
        String label = text.replaceAll("\\p{Cntrl}", " ").trim();
        if (label.length() > Channel.MAX_LABEL) {
            label = label.substring(0, Channel.MAX_LABEL).trim();
        }
        return label.isEmpty() ? absent : label;
    }
}

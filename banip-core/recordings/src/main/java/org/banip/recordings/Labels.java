package org.banip.recordings;

import org.banip.core.ban.Channel;

/** Makes channel labels of what files call their signals. */
public final class Labels {
    private Labels() {}

    /** The text without control characters, cut to the longest label, or {@code absent} if nothing is left. */
    public static String of(String text, String absent) {
        String label = text.replaceAll("\\p{Cntrl}", " ").trim();
        if (label.length() > Channel.MAX_LABEL) {
            label = label.substring(0, Channel.MAX_LABEL).trim();
        }
        return label.isEmpty() ? absent : label;
    }
}

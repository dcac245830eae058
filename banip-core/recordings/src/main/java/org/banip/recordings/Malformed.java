package org.banip.recordings;

import java.nio.file.Path;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Words the errors of this package: file first, then what was seen and what is allowed. */
final class Malformed {
    private static final int LONGEST_QUOTE = 60;

    private Malformed() {}

    static BanipException recording(Path file, String what) {
        return new BanipException(ErrorCode.MALFORMED_RECORDING, file + ": " + what);
    }

    static BanipException recording(Path file, String what, Throwable cause) {
        return new BanipException(ErrorCode.MALFORMED_RECORDING, file + ": " + what, cause);
    }

    /** A rule of the BAN description that this file breaks. */
    static BanipException description(Path file, BanipException cause) {
        return recording(file, String.valueOf(cause.getMessage()), cause);
    }

    /** Foreign text for a message: quoted, short, and without control characters. */
    static String quote(String seen) {
        String shown = seen.length() <= LONGEST_QUOTE ? seen : seen.substring(0, LONGEST_QUOTE) + "...";
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}

package org.banip.recordings;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;

/** Words the errors of {@linkplain RecordingReader readers}: file first, then what was seen and what is allowed. */
public final class Malformed {
    private static final int LONGEST_QUOTE = 60;

    private Malformed() {}

    /** An error that the file's contents tell. */
    public static BanipException recording(Path file, String what) {
        return new BanipException(ErrorCode.MALFORMED_RECORDING, file + ": " + what);
    }

    /** An error with its cause. */
    public static BanipException recording(Path file, String what, Throwable cause) {
        return new BanipException(ErrorCode.MALFORMED_RECORDING, file + ": " + what, cause);
    }

    /** A file that cannot be read. */
    static BanipException unreadable(Path file, IOException cause) {
        return new BanipException(ErrorCode.MALFORMED_RECORDING, FileError.reading(file, cause), cause);
    }

    /** A file or a request of which a recording cannot be made, although no content is malformed. */
    static BanipException unusable(Path file, String what) {
        return recording(file, what, new FileSystemException(file.toString(), null, what));
    }

    /** A rule of the BAN description that this file breaks. */
    public static BanipException description(Path file, BanipException cause) {
        return recording(file, String.valueOf(cause.getMessage()), cause);
    }

    /** Foreign text for a message: quoted, short, and without control characters. */
    public static String quote(String seen) {
        String shown = seen.length() <= LONGEST_QUOTE ? seen : seen.substring(0, LONGEST_QUOTE) + "...";
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}

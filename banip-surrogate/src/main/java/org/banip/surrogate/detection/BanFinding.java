package org.banip.surrogate.detection;

import java.util.UUID;
import org.banip.alerts.finding.Finding;

/**
 * Something that a detector found in the data of a BAN begins, or ends.
 *
 * <p>Session, {@code by}, detector and kind together name something that begins and ends alternately.
 *
 * @param ban the BAN's id
 * @param session the session of its MBU
 * @param by who found it
 * @param again whether it was found in data that were stored before this watch began. Then an earlier watch of this host, or of another one that
 *     shares the store, may have told it already
 * @param item the sequence number of the last item of the group that had come when it was found, or {@link #NO_ITEM}. Of a session and group, what is
 *     found later has the same number or a higher one, also if the MBU's clock was set back meanwhile
 * @param rulesChanged whether it ends because its detector was taken out of the rules, or changed, and not because of the data
 * @param finding what was found; its instants are the sensor's, by the MBU's clock
 */
public record BanFinding(
        String ban, UUID session, By by, boolean again, long item, boolean rulesChanged, Finding finding) {
    /** No item had come, or which one was the last is not known. */
    public static final long NO_ITEM = -1;

    /** What a detector of kind {@code silence} finds. */
    public static final String SILENT = "silent";

    /** Who runs the detector. */
    public enum By {
        /** The host, by the rules of its operator. */
        HOST,
        /** The MBU, by rules of its own; it has told its wearer. */
        MBU,
        /** The host, by rules that the BAN declares when it registers. */
        BAN
    }

    /** A line for people, for example {@code heart: II asystole begins (high), 4.500 s}; it says if the rule is not the operator's. */
    public String line() {
        return (by == By.HOST ? "" : by + ": ") + finding.line();
    }
}

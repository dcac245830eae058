package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.banip.alerts.finding.Finding;

/** What is found in a BAN while many of its alerts are open makes no alert of its own: one alert of the host says that there is more. */
final class Surplus {
    /** So many alerts of a BAN, of those who found them, and of a priority and the higher ones, may be open. */
    static final int MOST_OPEN = 64;

    private static final String HOST = "host";
    private static final String KIND = "too-many-";
    private static final String UNIT = "{alert}";

    private Surplus() {}

    /** The finding that says that there is more of this priority. */
    static Found of(Found found, Priority priority) {
        Finding more = found.finding();
        return new Found(
                found.ban(),
                found.session(),
                HOST,
                false,
                found.item(),
                new Finding(
                        detector(found.by()),
                        KIND + priority.token(),
                        more.severity(),
                        true,
                        more.group(),
                        "",
                        MOST_OPEN,
                        UNIT,
                        more.sinceNanos(),
                        more.atNanos()));
    }

    private static String detector(String by) {
        return "findings-of-" + by;
    }

    /** Whether an alert says that there is more. No detector finds that this is over. */
    static boolean is(Alert alert) {
        return alert.cause().by().equals(HOST) && alert.cause().kind().startsWith(KIND);
    }

    /** The open alerts that say that there is more of what one has found in a session, one for each priority. */
    static List<Alert> open(Connection connection, LeftOut.Finder finder) throws SQLException {
        return AlertRows.open(connection, finder.session(), HOST).stream()
                .filter(alert -> is(alert) && alert.cause().detector().equals(detector(finder.by())))
                .toList();
    }

    /** Whether there is room again for alerts of the priority of one that says that there is more. */
    static boolean hasRoom(Connection connection, LeftOut.Finder finder, Alert surplus) throws SQLException {
        return !OpenRows.isFull(connection, finder.ban(), finder.by(), surplus.priority(), MOST_OPEN);
    }
}

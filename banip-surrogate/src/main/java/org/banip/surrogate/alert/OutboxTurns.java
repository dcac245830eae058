package org.banip.surrogate.alert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.banip.surrogate.store.CheckedRows;

/**
 * Claims what is delivered next: the most urgent first. Within an urgency the BANs take turns, in the order of their ids, so a BAN of which much waits
 * delays others by one delivery. One thread.
 */
final class OutboxTurns {
    /** No delivery waits for longer, and no claim for longer than a new one and this: what is due later was written before the clock was set back. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(6);

    /** A transaction passes over this many rows that are damaged or claimed by another host, and then ends. */
    private static final int MOST_LEFT_OUT = 100;

    /** The BAN that had the last turn. An entry for each contact and urgency. */
    private final Map<Turn, String> last = new HashMap<>();

    private record Turn(String contact, int urgency) {}

    /** A row that may be claimed. */
    private record Waiting(Delivery delivery, String ban, boolean whole) {}

    /**
     * A claim.
     *
     * @param host who claims
     * @param untilNanos when others may claim it if nothing is heard of the host
     * @param skipLocked ends the query, so that two hosts do not wait for each other
     */
    record Claim(String host, long nowNanos, long untilNanos, String skipLocked) {
        long neverNanos() {
            return Math.max(nowNanos, untilNanos) + LONGEST_WAIT_NANOS;
        }
    }

    /** Claims {@code most} deliveries to a destination at most. An alert gives only the first one that waits. In a transaction of its caller. */
    List<Delivery> claim(Connection connection, Destination to, Claim claim, int most) throws SQLException {
        List<Delivery> claimed = new ArrayList<>();
        Optional<Integer> urgency = lessUrgent(connection, to, Integer.MAX_VALUE);
        while (urgency.isPresent() && claimed.size() < most) {
            claim(connection, to, claim, urgency.get(), most, claimed);
            urgency = lessUrgent(connection, to, urgency.get());
        }
        return Collections.unmodifiableList(claimed);
    }

    /** The next lower urgency of which something waits. */
    private static Optional<Integer> lessUrgent(Connection connection, Destination to, int than) throws SQLException {
        String sql = "SELECT max(urgency) FROM alert_delivery WHERE outcome = 0 AND contact = ? AND urgency < " + than;
        try (PreparedStatement select = OutboxRows.prepared(connection, sql, to.contact());
                ResultSet row = select.executeQuery()) {
            int urgency = row.next() ? row.getInt(1) : 0;
            return row.wasNull() ? Optional.empty() : Optional.of(urgency);
        }
    }

    private void claim(
            Connection connection, Destination to, Claim claim, int urgency, int most, List<Delivery> claimed)
            throws SQLException {
        Turn turn = new Turn(to.contact(), urgency);
        String after = to.isMbu() ? "" : last.getOrDefault(turn, "");
        for (int looks = 0; claimed.size() < most && looks < most + MOST_LEFT_OUT; looks++) {
            Optional<Waiting> next = next(connection, to, claim, urgency, after);
            if (next.isPresent()) {
                after = next.get().ban();
                take(connection, next.get(), claim).ifPresent(claimed::add);
            } else if (after.isEmpty()) {
                break;
            } else {
                after = ""; // from the first BAN on again
            }
        }
        if (!to.isMbu()) {
            last.put(turn, after);
        }
    }

    /** The oldest delivery of the next BAN that has one. The order is that of the index waiting_delivery. */
    private static Optional<Waiting> next(
            Connection connection, Destination to, Claim claim, int urgency, String afterBan) throws SQLException {
        String sql = "SELECT alert, number, body, attempts, ban, d.* FROM alert_delivery d"
                + " WHERE outcome = 0 AND contact = ? AND urgency = ? AND ban " + (afterBan.isEmpty() ? ">=" : ">")
                + " ? AND (due_nanos <= ? OR due_nanos > ?) AND (claimed_until_nanos <= ? OR claimed_until_nanos > ?)"
                + " AND NOT EXISTS (SELECT 1 FROM alert_delivery e"
                + " WHERE e.alert = d.alert AND e.contact = d.contact AND e.number < d.number AND e.outcome = 0)"
                + (to.isMbu() ? OutboxRows.OF_BAN : "") + " ORDER BY ban, made_nanos, alert LIMIT 1"
                + claim.skipLocked();
        List<Object> values = new ArrayList<>(List.of(
                to.contact(),
                urgency,
                afterBan,
                claim.nowNanos(),
                claim.neverNanos(),
                claim.nowNanos(),
                claim.neverNanos()));
        if (to.isMbu()) {
            values.add(to.ban());
        }
        try (PreparedStatement select = OutboxRows.prepared(connection, sql, values.toArray());
                ResultSet row = select.executeQuery()) {
            CheckedRows.Check check = CheckedRows.DELIVERY.check(row);
            if (!row.next()) {
                return Optional.empty();
            }
            Delivery one = new Delivery(row.getString(1), to, row.getInt(2), row.getString(3), row.getInt(4) + 1);
            return Optional.of(new Waiting(one, row.getString(5), check.isWhole()));
        }
    }

    /** Empty if it is damaged beyond repair, or another host was quicker. */
    private static Optional<Delivery> take(Connection connection, Waiting next, Claim claim) throws SQLException {
        Delivery one = next.delivery();
        Optional<Delivery> found = next.whole() ? Optional.of(one) : OutboxRows.mended(connection, one);
        if (!next.whole()) {
            DamagedRows.log(
                    "the delivery of step " + one.number() + " of alert " + one.alert() + " to "
                            + one.to().contact(),
                    found.isPresent() ? "the step is told as the alert has it" : "it is not made");
        }
        if (found.isEmpty()) {
            OutboxRows.damaged(connection, one, claim.nowNanos());
            return found;
        }
        int updated = OutboxRows.update(
                connection,
                "UPDATE alert_delivery SET claimed_by = ?, claimed_until_nanos = ?, attempts = attempts + 1"
                        + OutboxRows.KEY + " AND (claimed_until_nanos <= ? OR claimed_until_nanos > ?)",
                claim.host(),
                claim.untilNanos(),
                one.alert(),
                one.to().contact(),
                one.number(),
                claim.nowNanos(),
                claim.neverNanos());
        return updated == 1 ? found : Optional.empty();
    }
}

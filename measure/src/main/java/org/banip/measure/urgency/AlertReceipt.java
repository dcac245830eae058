package org.banip.measure.urgency;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.banip.core.alert.AlertNotice;
import org.banip.core.json.JsonObject;

/**
 * A step of an alert as it came.
 *
 * @param key differs for each alert and step
 * @param event the step
 * @param by who runs the detector: {@code host} or {@code mbu}
 * @param sinceNanos sampling instant of the last beat, as the detector found it
 * @param atNanos when it came
 */
record AlertReceipt(String key, String event, String by, long sinceNanos, long atNanos) {
    private static final String RAISED = "raised";
    private static final String ENDED = "ended";

    static AlertReceipt of(String json, long atNanos) {
        AlertNotice notice = AlertNotice.parse(json);
        return new AlertReceipt(
                notice.id() + "-" + notice.step(),
                notice.event(),
                JsonObject.parse(json).string("by"),
                nanos(notice.since()),
                atNanos);
    }

    private static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }

    /** An alert that is in the list of open alerts. */
    static AlertReceipt listed(JsonObject alert, long atNanos) {
        return new AlertReceipt(
                alert.string("id"), RAISED, alert.string("by"), nanos(Instant.parse(alert.string("since"))), atNanos);
    }

    /** The same alert is not in the list any more. */
    AlertReceipt ended(long nowNanos) {
        return new AlertReceipt(key + "-" + ENDED, ENDED, by, sinceNanos, nowNanos);
    }

    boolean isRaised() {
        return event.equals(RAISED);
    }
}

package org.banip.measure.urgency;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.banip.core.alert.AlertNotice;
import org.banip.core.json.JsonObject;

/**
 * A step of an alert as it came.
 *
 * @param key the alert's id and the number of the step
 * @param event the step
 * @param by who runs the detector: {@code host} or {@code mbu}
 * @param sinceNanos sampling instant of the last beat, as the detector found it
 * @param atNanos when it came
 */
record AlertReceipt(String key, String event, String by, long sinceNanos, long atNanos) {
    private static final String RAISED = "raised";

    static AlertReceipt of(String json, long atNanos) {
        AlertNotice notice = AlertNotice.parse(json);
        Instant since = notice.since();
        return new AlertReceipt(
                notice.id() + "-" + notice.step(),
                notice.event(),
                JsonObject.parse(json).string("by"),
                TimeUnit.SECONDS.toNanos(since.getEpochSecond()) + since.getNano(),
                atNanos);
    }

    boolean isRaised() {
        return event.equals(RAISED);
    }
}

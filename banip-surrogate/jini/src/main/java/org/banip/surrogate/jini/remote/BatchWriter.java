package org.banip.surrogate.jini.remote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.banip.core.alert.AlertNotice;
import org.banip.core.interconnect.BanDescriptionJson;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Collects events of one surrogate into a batch. One thread. */
public final class BatchWriter implements SurrogateListener {
    private long[] numbers = new long[64];
    private int numberCount;
    private byte[] bytes = new byte[1024];
    private int byteCount;
    private int events;

    /** An empty batch. */
    public BatchWriter() {}

    /** How many events it has. */
    public int events() {
        return events;
    }

    /** How many bytes of sensor sets and documents it has. */
    public int bytes() {
        return byteCount;
    }

    /** Whether the batch stays within its limits if an event of this length is added. */
    public boolean hasRoomFor(int more) {
        return numberCount + EventKind.DELIVERED.numbers + 1 <= EventBatch.MAX_NUMBERS
                && more <= EventBatch.MAX_BYTES - byteCount;
    }

    /** What was collected; begins a new batch. */
    public EventBatch take() {
        EventBatch batch = new EventBatch(Arrays.copyOf(numbers, numberCount), Arrays.copyOf(bytes, byteCount));
        numberCount = 0;
        byteCount = 0;
        events = 0;
        return batch;
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        byte[] ban = BanDescriptionJson.toJson(surrogate.ban()).getBytes(StandardCharsets.UTF_8);
        byte[] type = surrogate.surrogateType().getBytes(StandardCharsets.UTF_8);
        add(
                EventKind.APPEARED,
                surrogate.session().getMostSignificantBits(),
                surrogate.session().getLeastSignificantBits(),
                surrogate.activatedNanos(),
                ban.length,
                type.length);
        add(ban);
        add(type);
    }

    @Override
    public void delivered(SensorData data) {
        PacketHeader header = data.header();
        add(
                EventKind.DELIVERED,
                header.group(),
                header.sequence(),
                header.originNanos(),
                header.firstUnit(),
                header.unitCount(),
                header.key() ? 1 : 0,
                data.receivedNanos(),
                data.length());
        int at = extend(data.length());
        data.copyTo(bytes, at);
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        add(
                EventKind.GAP,
                gap.group(),
                gap.sequence(),
                gap.sequenceCount(),
                gap.originNanos(),
                gap.firstUnit(),
                gap.unitCount(),
                gap.reason().number());
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        add(EventKind.MISSED, packets, units);
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        add(EventKind.SILENT);
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        add(EventKind.RESUMED);
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        byte[] line = text.getBytes(StandardCharsets.UTF_8);
        add(EventKind.TOLD, atNanos, line.length);
        add(line);
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        byte[] json = step.json().getBytes(StandardCharsets.UTF_8);
        add(EventKind.ALERT, json.length);
        add(json);
    }

    @Override
    public void missedAlerts(SurrogateDescription surrogate, long steps) {
        add(EventKind.MISSED_ALERTS, steps);
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        add(EventKind.DISAPPEARED, EventKind.number(reason));
    }

    private void add(EventKind kind, long... more) {
        int end = numberCount + 1 + more.length;
        if (end > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(end, numbers.length * 2));
        }
        numbers[numberCount] = kind.number;
        System.arraycopy(more, 0, numbers, numberCount + 1, more.length);
        numberCount = end;
        events++;
    }

    private void add(byte[] more) {
        int at = extend(more.length);
        System.arraycopy(more, 0, bytes, at, more.length);
    }

    /** Makes room for this number of bytes, and returns where they begin. It may replace the array. */
    private int extend(int more) {
        int at = byteCount;
        byteCount = at + more;
        if (byteCount > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(byteCount, bytes.length * 2));
        }
        return at;
    }
}

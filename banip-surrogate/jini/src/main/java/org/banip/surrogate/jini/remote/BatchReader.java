package org.banip.surrogate.jini.remote;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.jspecify.annotations.Nullable;

/** Reads the batches of one subscription, and calls a listener as a host would. One call at a time. */
public final class BatchReader {
    private final SurrogateListener listener;
    private @Nullable SurrogateDescription surrogate;
    private List<SampleLayout> layouts = List.of();

    private long[] numbers = {};
    private byte[] bytes = {};
    private int nextNumber;
    private int nextByte;

    /** A reader whose first batch begins with {@code appeared}. */
    public BatchReader(SurrogateListener listener) {
        this.listener = listener;
    }

    /**
     * Hands on all events of a batch.
     *
     * @throws IllegalArgumentException if it is malformed; what stands before that place was handed on
     * @throws org.banip.core.error.BanipException the same, for a description or a header
     */
    public void read(EventBatch batch) {
        numbers = batch.numbers();
        bytes = batch.bytes();
        nextNumber = 0;
        nextByte = 0;
        while (nextNumber < numbers.length) {
            EventKind kind = EventKind.of(number());
            if (numbers.length - nextNumber < kind.numbers) {
                throw new IllegalArgumentException("the batch ends inside an event of kind " + kind);
            }
            read(kind);
        }
        if (nextByte != bytes.length) {
            throw new IllegalArgumentException((bytes.length - nextByte) + " bytes of the batch belong to no event");
        }
    }

    private void read(EventKind kind) {
        switch (kind) {
            case APPEARED -> appeared();
            case DELIVERED -> delivered();
            case GAP -> listener.gap(present(), gap());
            case MISSED -> listener.missed(present(), number(), number());
            case SILENT -> listener.silent(present());
            case RESUMED -> listener.resumed(present());
            case DISAPPEARED -> listener.disappeared(present(), reason(number()));
            case TOLD -> told();
            case ALERT ->
                listener.alert(present(), AlertNotice.parse(new String(bytes(number()), StandardCharsets.UTF_8)));
            case MISSED_ALERTS -> listener.missedAlerts(present(), number());
        }
    }

    private void appeared() {
        UUID session = new UUID(number(), number());
        long activatedNanos = number();
        long banLength = number();
        long typeLength = number();
        String ban = new String(bytes(banLength), StandardCharsets.UTF_8);
        String type = new String(bytes(typeLength), StandardCharsets.UTF_8);
        SurrogateDescription described = new RemoteDescription(session, ban, type, activatedNanos).description();
        List<SampleLayout> all = new ArrayList<>();
        described.ban().groups().forEach(group -> all.add(new SampleLayout(group)));
        layouts = all;
        surrogate = described;
        listener.appeared(described);
    }

    private void delivered() {
        int group = intNumber();
        PacketHeader header = new PacketHeader(group, number(), number(), number(), intNumber(), number() != 0);
        long receivedNanos = number();
        byte[] sets = bytes(number());
        SurrogateDescription of = present();
        if (group >= layouts.size()) {
            throw new IllegalArgumentException("the BAN has no group " + group);
        }
        SampleLayout layout = layouts.get(group);
        if (sets.length != (long) header.unitCount() * layout.setBytes()) {
            throw new IllegalArgumentException(sets.length + " bytes are not " + header.unitCount() + " sensor sets of "
                    + layout.setBytes() + " bytes, group " + group);
        }
        listener.delivered(new SensorData(of, header, layout, sets, receivedNanos));
    }

    private void told() {
        long atNanos = number();
        String text = new String(bytes(number()), StandardCharsets.UTF_8);
        Checks.range("characters of a line", text.length(), 1, SurrogateContext.MOST_TEXT);
        listener.told(present(), atNanos, text);
    }

    private Gap gap() {
        return new Gap(intNumber(), number(), number(), number(), number(), number(), Gap.Reason.ofNumber(intNumber()));
    }

    private static Disappearance reason(long number) {
        Disappearance[] all = Disappearance.values();
        Checks.range("reason", number, 0, all.length - 1);
        return all[(int) number];
    }

    private SurrogateDescription present() {
        if (surrogate == null) {
            throw new IllegalArgumentException("an event comes before the surrogate appeared");
        }
        return surrogate;
    }

    private long number() {
        return numbers[nextNumber++];
    }

    private int intNumber() {
        long number = number();
        Checks.range("number", number, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return (int) number;
    }

    private byte[] bytes(long length) {
        Checks.range("length", length, 0, bytes.length - nextByte);
        int from = nextByte;
        nextByte += (int) length;
        return Arrays.copyOfRange(bytes, from, nextByte);
    }
}

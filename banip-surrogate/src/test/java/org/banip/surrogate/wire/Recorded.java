package org.banip.surrogate.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** A live subscriber that keeps what it sees. Guarded by its monitor. */
public class Recorded implements SurrogateListener {
    private final List<String> events = new ArrayList<>();
    private final List<SensorData> data = new ArrayList<>();
    private long missedUnits;

    @Override
    public synchronized void appeared(SurrogateDescription surrogate) {
        events.add("appeared " + surrogate.ban().id());
    }

    @Override
    public synchronized void delivered(SensorData delivered) {
        data.add(delivered);
        events.add("delivered " + delivered.header().group() + "/"
                + delivered.header().sequence());
    }

    @Override
    public synchronized void gap(SurrogateDescription surrogate, Gap gap) {
        events.add("gap " + gap.group() + "/" + gap.sequence());
    }

    @Override
    public synchronized void missed(SurrogateDescription surrogate, long packets, long units) {
        missedUnits += units;
        events.add("missed");
    }

    @Override
    public synchronized void silent(SurrogateDescription surrogate) {
        events.add("silent");
    }

    @Override
    public synchronized void resumed(SurrogateDescription surrogate) {
        events.add("resumed");
    }

    @Override
    public synchronized void told(SurrogateDescription surrogate, long atNanos, String text) {
        events.add("told " + text);
    }

    @Override
    public synchronized void alert(SurrogateDescription surrogate, AlertNotice step) {
        events.add("alert " + step.event());
    }

    @Override
    public synchronized void missedAlerts(SurrogateDescription surrogate, long steps) {
        events.add("missed alerts " + steps);
    }

    @Override
    public synchronized void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        events.add("disappeared " + reason.token());
    }

    /** All calls, in order. */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    /** All data, in order. */
    public synchronized List<SensorData> data() {
        return List.copyOf(data);
    }

    /** Sensor sets left out. */
    public synchronized long missedUnits() {
        return missedUnits;
    }

    /** The sensor sets of a group, one after the other. */
    public synchronized byte[] bytes(int group) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        data.stream().filter(one -> one.header().group() == group).forEach(one -> all.writeBytes(one.toByteArray()));
        return all.toByteArray();
    }
}

package org.banip.measure.faults.process;

import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/** A group's sensor. It counts what it gives before it gives it, in a file that survives the process. One thread reads, another one may end it. */
final class CountedSensor implements Sensor {
    private final FaultSignal signal;
    private final int group;
    private final SampleLayout layout;
    private final MbuCounters counters;
    private volatile boolean ended;
    private long next;

    CountedSensor(FaultSignal signal, int group, MbuCounters counters) {
        this.signal = signal;
        this.group = group;
        this.counters = counters;
        layout = new SampleLayout(group());
    }

    @Override
    public SensorGroup group() {
        return FaultSignal.GROUPS.get(group);
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (ended) {
            return -1;
        }
        int at = into.length();
        int bytes = layout.setBytes();
        into.ensureCapacity(at + maxUnits * bytes);
        counters.given(group, next + maxUnits);
        for (int unit = 0; unit < maxUnits; unit++) {
            signal.write(layout, into.bytes(), at + unit * bytes, group, next++);
        }
        into.length(at + maxUnits * bytes);
        return maxUnits;
    }

    /** There are no more sensor sets. */
    void end() {
        ended = true;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}

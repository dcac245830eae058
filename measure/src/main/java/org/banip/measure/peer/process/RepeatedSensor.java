package org.banip.measure.peer.process;

import java.util.ArrayList;
import java.util.List;
import org.banip.app.source.SignalSource;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/** One group of a signal, repeated a number of times and digested as one. One thread. */
final class RepeatedSensor implements Sensor {
    private final SignalSource source;
    private final int number;
    private final long originNanos;
    private final SensorSetDigest digest;
    private Sensor sensor;
    private int passesLeft;
    private long next;

    private RepeatedSensor(SignalSource source, int number, int passes, long originNanos, SensorSetDigest digest) {
        this.source = source;
        this.number = number;
        this.originNanos = originNanos;
        this.digest = digest;
        sensor = open();
        passesLeft = passes - 1;
    }

    /** All groups of a signal. */
    static List<Sensor> all(SignalSource source, int passes, long originNanos, SensorSetDigest digest) {
        List<Sensor> sensors = new ArrayList<>();
        for (int number = 0; number < source.groups().size(); number++) {
            sensors.add(new RepeatedSensor(source, number, passes, originNanos, digest));
        }
        return sensors;
    }

    private Sensor open() {
        List<Sensor> all = source.open(new SensorSetDigest(source.groups()));
        Sensor mine = all.get(number);
        all.stream().filter(other -> other != mine).forEach(Sensor::close);
        return mine;
    }

    @Override
    public SensorGroup group() {
        return sensor.group();
    }

    @Override
    public int read(Block into, int maxUnits) {
        int at = into.length();
        int count = sensor.read(into, maxUnits);
        while (count < 0 && passesLeft > 0) {
            passesLeft--;
            sensor.close();
            sensor = open();
            count = sensor.read(into, maxUnits);
        }
        if (count > 0) {
            digest.update(number, into.bytes(), at, count, originNanos, next);
            next += count;
        }
        return count;
    }

    @Override
    public void close() {
        sensor.close();
    }
}

package org.banip.measure.jini;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.banip.core.ban.Frequency;
import org.banip.mbu.MobileBaseUnit;
import org.banip.measure.cpi.process.Console;

/** Looks every half millisecond which packets have been acknowledged. Its own thread. */
final class Acknowledgements implements Runnable {
    private static final long LOOK_NANOS = 500_000;

    private final List<MobileBaseUnit> mbus;
    private final Frequency frequency = Frequency.ofHz(StoppedSettings.HERTZ);
    private final long originNanos;
    private final DueTimes times;
    private final long[] packets;
    private volatile boolean over;

    /** All MBUs have the same origin, and packets of {@link StoppedSettings#UNITS}. */
    Acknowledgements(List<MobileBaseUnit> mbus, long originNanos, DueTimes times) {
        this.mbus = new ArrayList<>(mbus);
        this.originNanos = originNanos;
        this.times = times;
        packets = new long[mbus.size()];
    }

    @Override
    public void run() {
        while (!over) {
            for (int mbu = 0; mbu < packets.length; mbu++) {
                long units = mbus.get(mbu).status().groups().get(0).unitsAcknowledged();
                look(mbu, units / StoppedSettings.UNITS, Console.epochNanos());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void look(int mbu, long acknowledged, long nowNanos) {
        while (packets[mbu] < acknowledged) {
            packets[mbu]++;
            times.happened(frequency.instantNanos(originNanos, packets[mbu] * StoppedSettings.UNITS - 1), nowNanos);
        }
    }

    void end() {
        over = true;
    }
}

package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.SpoolException;
import org.banip.mbu.spool.SpoolLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A spool that can no longer put, claim or release an item: the app gets the error, and all acknowledged packets are stored. */
class FailingSpoolTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int UNITS = 3600;

    private volatile String failing = "";

    @Override
    String uplink() {
        return "chunked";
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "claim", "release"})
    void theAppGetsTheErrorAndAcknowledgedPacketsAreStored(String operation) throws Exception {
        try (MobileBaseUnit mbu = builder()
                .spoolLog((policy, counters, roomMade, scheduler, clock) ->
                        failing(new MemorySpool(policy, counters, roomMade, scheduler, clock)))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            SensorInput input = mbu.input("ecg");
            offer(input, 0, UNITS);
            assertDelivered(mbu);
            failing = operation;
            OfferOutcome last = OfferOutcome.ACCEPTED;
            for (int unit = UNITS; last == OfferOutcome.ACCEPTED; unit++) {
                last = input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
            }
            assertThat(last).isEqualTo(OfferOutcome.CLOSED);
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SPOOL_FULL))
                    .hasMessageContaining("the spool cannot " + operation + ": no space left on device");
            assertThat(mbu.status().state()).isEqualTo(MbuState.FAILED);
            assertThat(awaitEvent(MbuEvent.Failed.class)).hasSize(1);
        }
        byte[] stored = host.session().decoded(0);
        long acknowledged = UNITS;
        assertThat(stored).startsWith(TestSensor.sets(ECG, 0, acknowledged));
    }

    /** The same spool. The operation that the test names fails. */
    private SpoolLog failing(SpoolLog spool) {
        return (SpoolLog) Proxy.newProxyInstance(
                SpoolLog.class.getClassLoader(), new Class<?>[] {SpoolLog.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(failing)) {
                        throw new SpoolException(
                                "the spool cannot " + failing + ": no space left on device",
                                new IOException("no space left on device"));
                    }
                    try {
                        return method.invoke(spool, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}

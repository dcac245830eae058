package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.banip.core.alert.AlertNotice;
import org.banip.core.frame.Control;
import org.junit.jupiter.api.Test;

/** Alerts that the host sends for the wearer. */
class AlertsToMbuTest extends MbuFixture {
    private final List<AlertNotice> told = new CopyOnWriteArrayList<>();
    private long sent;

    @Override
    String uplink() {
        return "chunked";
    }

    private Control.CommandResult send(String name, String argument) throws Exception {
        sent++;
        host.session().send(new Control.Command(sent, name, argument.getBytes(StandardCharsets.UTF_8)));
        soon("the result came").until(() -> host.session().results.size() == sent);
        return host.session().results.get((int) sent - 1);
    }

    private static String step(int number) {
        return "{\"id\":\"0b9c1c1e-5c5e-4d0e-9a51-6d0b7b6f3c7a\",\"step\":" + number
                + ",\"event\":\"raised\",\"at\":\"2026-11-27T12:00:05.1Z\","
                + "\"who\":\"host\",\"ban\":\"ban-17\",\"session\":\"4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab\",\"priority\":\"high\","
                + "\"detector\":\"heart\",\"kind\":\"asystole\",\"group\":\"ecg\",\"channel\":\"II\","
                + "\"since\":\"2026-11-27T12:00:00.2Z\",\"value\":4.5,\"unit\":\"s\"}";
    }

    private static void assertFailed(Control.CommandResult result, String reason) {
        assertThat(result.succeeded()).isFalse();
        assertThat(new String(result.result(), StandardCharsets.UTF_8)).contains(reason);
    }

    @Test
    void theListenerIsToldOnceHoweverOftenAStepComes() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(TestSensor.ecg()).alerts(told::add).start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            assertThat(send("banip.alert", step(1)).succeeded()).isTrue();
            assertThat(send("banip.alert", step(1)).succeeded()).isTrue();
            assertThat(send("banip.alert", step(2)).succeeded()).isTrue();
            assertThat(told).extracting(AlertNotice::step).containsExactly(1, 2);
            assertFailed(send("banip.alert", "{\"id\":1}"), "field id must be a string");
            assertFailed(send("beep", ""), "this MBU takes no commands, so not 'beep' either");
        }
    }

    @Test
    void aListenerThatFailsIsToldAgain() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .alerts(step -> {
                    told.add(step);
                    if (told.size() == 1) {
                        throw new IllegalStateException("the display is off");
                    }
                })
                .start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            assertFailed(send("banip.alert", step(1)), "the listener of alerts failed");
            assertThat(send("banip.alert", step(1)).succeeded()).isTrue();
            assertThat(send("banip.alert", step(1)).succeeded()).isTrue();
            assertThat(told).hasSize(2);
        }
    }

    @Test
    void noCommandDelaysAnAlert() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .commands((name, argument) -> {
                    begun.countDown();
                    goOn.await();
                    return argument;
                })
                .alerts(told::add)
                .start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.Command(100, "slow", new byte[0]));
            begun.await();
            assertThat(send("banip.alert", step(1)).succeeded()).isTrue();
            goOn.countDown();
        }
    }

    @Test
    void repetitionsOfAStepTakeOnePlace() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .commands((name, argument) -> argument)
                .alerts(step -> {
                    told.add(step);
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            byte[] first = step(1).getBytes(StandardCharsets.UTF_8);
            for (int id = 101; id <= 140; id++) {
                host.session().send(new Control.Command(id, "banip.alert", first));
            }
            for (int step = 2; step <= 17; step++) { // one more than there are places
                host.session()
                        .send(new Control.Command(
                                200 + step, "banip.alert", step(step).getBytes(StandardCharsets.UTF_8)));
            }
            host.session().send(new Control.Command(300, "beep", new byte[0]));
            soon("what does not wait was answered")
                    .until(() -> host.session().results.size() == 2);
            Control.CommandResult full = host.session().results.get(0);
            assertThat(full.id()).isEqualTo(217);
            assertFailed(full, "too many alerts wait, allowed are 16");
            goOn.countDown();
            // That one, "beep", the newest 16 of the first step, and 15 further steps.
            soon("all was answered").until(() -> host.session().results.size() == 33);
            assertThat(host.session().results)
                    .filteredOn(result -> result.id() != 217)
                    .allMatch(Control.CommandResult::succeeded)
                    .extracting(Control.CommandResult::id)
                    .contains(140L, 202L, 216L);
            assertThat(told).hasSize(16);
        }
    }

    @Test
    void anAppWithoutAListenerSaysSo() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .commands((name, argument) -> argument)
                .start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            assertFailed(send("banip.alert", step(1)), "this MBU has no listener of alerts");
            assertThat(send("beep", "").succeeded()).isTrue();
        }
    }
}

package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spi.MbuEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detectors that an app declares for its host. */
class HostDetectorsTest extends MbuFixture {
    private static final String HIGH =
            "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"a\",\"above\":4}";
    private static final String LATER =
            "{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"other\",\"afterMillis\":100}";
    private static final SensorGroup OTHER = TestSensor.group("other", 50, ServiceClass.LIVE);

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder declaring(String... detectors) {
        return ecg(720).hostDetectors(rules(detectors));
    }

    private static AlertRules rules(String... detectors) {
        return AlertRules.parse("{\"detectors\":[" + String.join(",", detectors) + "]}", "test");
    }

    @Test
    void theHostGetsThemAndTheAppIsToldHowManyItTakes() throws Exception {
        host.takenDetectors = 1;
        try (MobileBaseUnit mbu = declaring(HIGH, LATER).start()) {
            assertDelivered(mbu);
            assertThat(host.session().detectors()).containsExactly(HIGH, LATER);
            soon("the number").until(() -> events.contains(new MbuEvent.HostDetectors(2, 1)));
        }
        assertStored(0, TestSensor.ecg(), 720);
    }

    @Test
    void aHostOfAnOlderVersionTakesNone() throws Exception {
        try (MobileBaseUnit mbu = declaring(HIGH).start()) {
            assertDelivered(mbu);
            soon("the number").until(() -> events.contains(new MbuEvent.HostDetectors(1, 0)));
        }
        assertStored(0, TestSensor.ecg(), 720);
    }

    @Test
    void anAppThatDeclaresNoneIsToldNothing() throws Exception {
        try (MobileBaseUnit mbu = declaring().start()) {
            assertDelivered(mbu);
            assertThat(host.session().detectors()).isEmpty();
        }
        assertThat(events).noneMatch(MbuEvent.HostDetectors.class::isInstance);
    }

    @Test
    void aHostThatTakesMoreThanThereAreIsNotBelieved() throws Exception {
        host.takenDetectors = 1;
        host.answerChange = answer -> answer.replace("\"detectors\":1", "\"detectors\":2");
        assertThatThrownBy(() -> declaring(HIGH).startTimeout(PATIENCE).start())
                .hasMessageContaining("takes 2 detectors, the BAN declares 1");
    }

    @Test
    void thoseThatDoNotFitAreRefusedAtTheStartAndWhenAGroupIsAdded() throws Exception {
        assertThatThrownBy(() -> declaring(HIGH.replace("\"a\"", "\"c\"")).start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION))
                .hasMessageContaining("channel 'c' is unknown");
        try (MobileBaseUnit mbu = declaring(HIGH.replace("\"a\"", "\"c\"").replace("ecg", "other"))
                .start()) {
            assertThatThrownBy(() -> mbu.addGroup(OTHER).input())
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION))
                    .hasMessageContaining("channel 'c' is unknown");
            assertDelivered(mbu);
            assertThat(mbu.status().groups()).hasSize(1);
        }
    }

    /** They belong to the process and not to the session. */
    @Test
    void anotherProcessMayDeclareOthersForTheSameSession(@TempDir Path spool) throws Exception {
        host.stop();
        try (MobileBaseUnit first = declaring(HIGH)
                .spool(spool)
                .startTimeout(Duration.ZERO)
                .closeTimeout(Duration.ZERO)
                .start()) {
            soon("packets").until(() -> first.status().groups().get(0).unitsProduced() == 720);
        }
        host.startAgain();
        try (MobileBaseUnit second = builder()
                .input(TestSensor.ecg())
                .hostDetectors(rules(LATER))
                .spool(spool)
                .start()) {
            offer(second.addGroup(OTHER).input(), 0, 20);
            assertDelivered(second);
            assertThat(host.session().detectors()).containsExactly(LATER);
        }
    }
}

package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainHttpTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://wsb.example.org/", "http://127.0.0.1.example.org/", "http://192.0.2.1:8080/"})
    void refusesPlainHttpToAnotherMachineUnlessAllowed(String broker) {
        try (TestSensor ecg = new TestSensor(TestSensor.ecg(), 1)) {
            MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                    .broker(URI.create(broker))
                    .ban("ban-17")
                    .sensor(ecg);
            assertThatThrownBy(builder::start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be https");
        }
    }
}

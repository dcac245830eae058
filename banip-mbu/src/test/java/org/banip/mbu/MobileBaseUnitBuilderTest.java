package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong settings are refused before a connection is made. */
class MobileBaseUnitBuilderTest {
    private static MobileBaseUnitBuilder builder() {
        return MobileBaseUnit.builder()
                .broker(URI.create("http://127.0.0.1:9/"))
                .ban("ban-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://host/", "http:/path", "//host/", "http://user@host/", "http://host/?a=b", "http://host/#f"
            })
    void refusesABrokerUrlThatIsNoBaseUrl(String url) {
        assertThatThrownBy(() -> MobileBaseUnit.builder().broker(URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be http://host/");
    }

    @Test
    void requiresBrokerBanAndSensor() {
        assertThatThrownBy(() -> MobileBaseUnit.builder()
                        .ban("b")
                        .input(TestSensor.ecg())
                        .start())
                .hasMessage("broker must be given");
        assertThatThrownBy(() -> MobileBaseUnit.builder()
                        .broker(URI.create("http://127.0.0.1:9"))
                        .input(TestSensor.ecg())
                        .start())
                .hasMessage("ban must be given");
        assertThatThrownBy(() -> builder().start()).hasMessage("BAN ban-1 has neither a sensor nor an input");
    }

    private static SecretKey key(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return new SecretKeySpec(bytes, "AES");
    }

    @Test
    void aKeyNeedsADirectory() {
        assertThatThrownBy(
                        () -> builder().input(TestSensor.ecg()).spoolKey(key(1)).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spool: it has a key and no directory; set spool(directory) as well");
    }

    @Test
    void aSpoolOfAnotherKeyIsRefusedAtTheStart(@TempDir Path directory) {
        MobileBaseUnitBuilder rightKey = builder()
                .input(TestSensor.ecg())
                .spool(directory)
                .deregisterOnClose(false)
                .startTimeout(Duration.ZERO);
        rightKey.spoolKey(key(1)).start().close(Duration.ZERO);
        assertThatThrownBy(() -> builder()
                        .input(TestSensor.ecg())
                        .spool(directory)
                        .spoolKey(key(2))
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is encrypted with another key; start the MBU with that one");
        rightKey.start().close(Duration.ZERO);
    }

    /** The protocol counts bytes (docs/protocol.md, "Documents"): a label of Chinese characters takes three times as many bytes as UTF-16 units. */
    @Test
    void refusesARegistrationThatIsTooLongInBytes() {
        MobileBaseUnitBuilder builder = builder();
        for (int group = 0; group < 4; group++) {
            List<Channel> channels = new ArrayList<>();
            for (int channel = 0; channel < 430; channel++) {
                String label = String.format("%-23s", group + "." + channel).replace(' ', '\u5fc3');
                channels.add(new Channel(label, "mV", 12, -2048, 2047, -10, 10));
            }
            builder.input(new SensorGroup(
                    "g" + group, Frequency.ofHz(1), ServiceClass.LIVE, Duration.ofSeconds(10), channels));
        }
        assertThatThrownBy(() -> builder.startTimeout(Duration.ZERO).start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LONG))
                .hasMessageMatching("BAN ban-1: registration of 2\\d{5} bytes exceeds limit 262144");
    }

    @Test
    void refusesSettingsForGroupsThatTheBanDoesNotHave() {
        assertThatThrownBy(() -> builder()
                        .input(TestSensor.ecg())
                        .fullPolicy("eeg", FullPolicy.WAIT)
                        .start())
                .hasMessageContaining("full policy for group 'eeg'");
        assertThatThrownBy(() -> builder()
                        .input(TestSensor.ecg())
                        .chain("eeg", "deflate")
                        .start())
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("group 'eeg'");
        assertThatThrownBy(() -> builder()
                        .input(TestSensor.ecg())
                        .input(TestSensor.ecg())
                        .start())
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("two groups are named ecg");
    }

    @Test
    void refusesUnknownChainsAndUplinks() {
        assertThatThrownBy(() -> builder().input(TestSensor.ecg()).chain("zip").start())
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("unknown component 'zip'")
                .hasMessageContaining("deflate");
        assertThatThrownBy(() -> builder().uplink("pigeon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[per-request, persistent, chunked]");
        assertThatThrownBy(() -> builder().input(TestSensor.ecg()).speed(0).start())
                .hasMessageContaining("speed 0.0 must be above 0");
    }

    @Test
    void refusesSettingsOutOfRange() {
        assertThatThrownBy(() -> new SpoolSettings(1, 1 << 20, 8192)).hasMessageContaining("maxPackets 1");
        assertThatThrownBy(() -> new SpoolSettings(16, 1, 8192)).hasMessageContaining("maxBytes 1");
        assertThatThrownBy(() -> new SpoolSettings(16, 1 << 20, 1)).hasMessageContaining("queueBytes 1");
        assertThatThrownBy(() -> HttpSettings.builder().sendBufferBytes(-1).build())
                .hasMessageContaining("sendBufferBytes -1");
        assertThatThrownBy(() ->
                        HttpSettings.builder().connectTimeout(Duration.ZERO).build())
                .hasMessageContaining("connectTimeout");
    }

    @ParameterizedTest
    @CsvSource({"'',secret", "a:b,secret", "'a\nb',secret", "a,'sec\nret'"})
    void refusesCredentialsThatBasicCannotCarry(String name, String password) {
        assertThatThrownBy(() -> Credentials.basic(name, password))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(password);
    }

    @Test
    void encodesCredentialsInUtf8() {
        assertThat(Credentials.basic("Aladdin", "open sesame").authorization())
                .contains("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assertThat(Credentials.basic("test", "123£").authorization()).contains("Basic dGVzdDoxMjPCow==");
        assertThat(Credentials.none().authorization()).isEmpty();
    }

    @Test
    void hasInputsOnlyForGroupsOfTheApp() {
        try (MobileBaseUnit mbu = builder()
                .sensor(new TestSensor(TestSensor.ecg(), 1))
                .input(TestSensor.group("alarm", 1, ServiceClass.ALARM))
                .startTimeout(Duration.ZERO)
                .closeTimeout(Duration.ofMillis(1))
                .start()) {
            assertThat(mbu.input("alarm").group().name()).isEqualTo("alarm");
            assertThatThrownBy(() -> mbu.input("ecg")).hasMessageContaining("read from a sensor");
            assertThatThrownBy(() -> mbu.input("eeg")).hasMessageContaining("no group 'eeg'");
            assertThat(mbu.ban().id()).isEqualTo("ban-1");
        }
    }
}

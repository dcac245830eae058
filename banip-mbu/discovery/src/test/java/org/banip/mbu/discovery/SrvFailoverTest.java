package org.banip.mbu.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** MBUs that find their brokers in a real DNS server. */
@Timeout(120)
class SrvFailoverTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));

    @TempDir
    private Path directory;

    private static List<URI> urls(BrokerSource source) throws IOException {
        return source.brokers().stream().map(BrokerSource.Broker::base).collect(Collectors.toList());
    }

    private static BrokerSource open(String place) {
        return new SrvBrokersFactory().open(place);
    }

    @Test
    void brokersComeByPriority() throws Exception {
        try (Dnsmasq dns = Dnsmasq.start(
                directory,
                "_banip._tcp.ward.example,backup.ward.example,8443,20,0",
                "_banip._tcp.ward.example,wsb.ward.example,443,10,60")) {
            BrokerSource source = open("Ward.Example." + dns.option());
            assertThat(source.brokers())
                    .containsExactly(
                            new BrokerSource.Broker(URI.create("https://wsb.ward.example:443/"), 10, 60),
                            new BrokerSource.Broker(URI.create("https://backup.ward.example:8443/"), 20, 0));
            assertThatThrownBy(() -> open("other.example" + dns.option()).brokers())
                    .isInstanceOf(IOException.class)
                    .hasMessage("DNS names no broker: no SRV record of _banip._tcp.other.example");
        }
    }

    @Test
    void aTargetOutsideOfTheDomainMustBeTrusted() throws Exception {
        try (Dnsmasq dns = Dnsmasq.start(
                directory,
                "_banip._tcp.ward.example,evil.example,443,0,0",
                "_banip._tcp.ward.example,notward.example,443,0,0",
                "_banip._tcp.ward.example,wsb.cloud.example,443,5,0")) {
            assertThatThrownBy(() -> open("ward.example" + dns.option()).brokers())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("it is not in ward.example, so it gets no credentials");
            assertThat(urls(open("ward.example,trust=cloud.example" + dns.option())))
                    .containsExactly(URI.create("https://wsb.cloud.example:443/"));
        }
    }

    @Test
    void anMbuFindsItsBrokerAndTakesTheBackup() throws Exception {
        TestCertificate certificate = TestCertificate.make(directory);
        try (TestHost backup = TestHost.startTls(certificate.server());
                TestHost first = TestHost.startTls(certificate.server());
                Dnsmasq dns = Dnsmasq.start(
                        directory,
                        record(first, 10),
                        record(backup, 20),
                        "_banip._tcp.localhost,evil.example,443,0,0")) {
            URI atFirst = URI.create("https://localhost:" + first.base().getPort() + "/");
            URI atBackup = URI.create("https://localhost:" + backup.base().getPort() + "/");
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .brokers("srv", "localhost" + dns.option())
                    .failover(new FailoverSettings(
                            Duration.ofMillis(50),
                            Duration.ofMillis(50),
                            Duration.ofMillis(50),
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(30),
                            Duration.ZERO))
                    .reconnect(new ReconnectSettings(Duration.ofMillis(5), Duration.ofMillis(50)))
                    .credentials(Credentials.basic("ban-1", "secret"))
                    .http(HttpSettings.builder()
                            .trustManager(certificate.trustManager())
                            .build())
                    .ban("ban-1")
                    .input(ECG)
                    .start()) {
                assertThat(mbu.input("ecg").offerNext(1, 2, 3)).isEqualTo(OfferOutcome.ACCEPTED);
                mbu.awaitDelivered(PATIENCE);
                assertThat(mbu.status().broker()).contains(atFirst);

                first.stop();
                await("the backup")
                        .atMost(PATIENCE)
                        .until(() ->
                                mbu.status().broker().filter(atBackup::equals).isPresent());
                assertThat(mbu.input("ecg").offerNext(4, 5, 6)).isEqualTo(OfferOutcome.ACCEPTED);
                mbu.awaitDelivered(PATIENCE);
                assertThat(backup.session().decoded(0)).containsExactly(4, 0, 5, 0, 6, 0);
                first.startAgain();
            }
        }
    }

    private static String record(TestHost host, int priority) {
        return "_banip._tcp.localhost,localhost," + host.base().getPort() + "," + priority + ",0";
    }
}

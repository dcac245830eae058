package org.banip.measure.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.banip.measure.link.forward.PcapTap;
import org.banip.measure.link.profile.Change;
import org.banip.measure.link.profile.DirectionSettings;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.link.profile.LinkSettings;
import org.banip.measure.link.profile.TimedChange;
import org.banip.measure.link.profile.Way;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EmulatedNetworkIT {
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final LinkSettings QUICK = new LinkSettings(
            "quick",
            1500,
            "reno",
            DirectionSettings.builder().delay(Duration.ofMillis(5)).build(),
            DirectionSettings.builder().delay(Duration.ofMillis(5)).build());

    @TempDir
    Path directory;

    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    @AfterEach
    void noThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("banip-link"));
    }

    private static EmulatedNetwork open(LinkSettings... links) throws Exception {
        return EmulatedNetwork.open(new LinkProfile("test", "", List.of(links)), 42);
    }

    private static ServerSocket listen(EmulatedNetwork network) throws Exception {
        return network.fixed().call(() -> new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0")));
    }

    private static Socket socket(EmulatedNetwork network, InetAddress bound) throws Exception {
        return network.mobile().call(() -> {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(bound, 0));
            return socket;
        });
    }

    /** Connects, sends so much up, and checks that it arrived as it was. */
    private static void sendUp(EmulatedNetwork network, InetAddress bound, InetAddress to, int bytes) throws Exception {
        byte[] sent = new byte[bytes];
        new Random(bytes).nextBytes(sent);
        try (ServerSocket server = listen(network);
                Socket client = socket(network, bound)) {
            client.connect(new InetSocketAddress(to, server.getLocalPort()));
            try (Socket accepted = server.accept()) {
                CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> write(client, sent));
                assertThat(accepted.getInputStream().readNBytes(bytes)).isEqualTo(sent);
                sending.join();
            }
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void carriesTcpAndCountsItsPackets() throws Exception {
        Path capture = directory.resolve("link.pcap");
        AtomicLong seen = new AtomicLong();
        try (PcapTap tap = new PcapTap(capture);
                EmulatedNetwork network = open(QUICK)) {
            network.link().tap((way, packet, fate, nanos) -> {
                seen.addAndGet(packet.wireBytes());
                tap.offered(way, packet, fate, nanos);
            });
            sendUp(network, network.link().mobileAddress(), network.link().fixedAddress(), 300_000);
            assertThat(network.link().counters(Way.UP).deliveredBytes()).isGreaterThan(300_000);
            assertThat(network.link().counters(Way.DOWN).deliveredPackets()).isPositive();
            assertThat(network.link().lateness().packets()).isPositive();
            assertThat(network.toJson())
                    .contains("\"congestionControl\":\"reno\"", "\"seed\":42", "\"deliveredBytes\"");
        }
        assertThat(Files.readAllBytes(capture)).startsWith(0xa1, 0xb2, 0x3c, 0x4d);
        assertThat(Files.size(capture)).isGreaterThan(seen.get());
    }

    @Test
    void tcpUsesTheProfilesCongestionControlAtBothEnds() throws Exception {
        for (String algorithm : new String[] {"reno", "cubic"}) {
            try (EmulatedNetwork network = open(QUICK.withCongestionControl(algorithm));
                    ServerSocket server = listen(network);
                    Socket client = socket(network, network.mobile().address())) {
                client.connect(new InetSocketAddress(network.fixed().address(), server.getLocalPort()));
                try (Socket accepted = server.accept()) {
                    assertThat(accepted.isConnected()).isTrue();
                    for (EmulatedHost host : List.of(network.mobile(), network.fixed())) {
                        Process ss = host.start(new ProcessBuilder("ss", "-tin", "state", "established"));
                        assertThat(new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                                .contains(" " + algorithm + " ");
                    }
                }
            }
        }
    }

    @Test
    void anUnknownCongestionControlIsAnsweredWithThoseThereAreAndLeavesNothing() throws Exception {
        Set<Path> before = namespaces();
        assertThatThrownBy(() -> open(QUICK.withCongestionControl("telepathy")))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("telepathy", "reno");
        assertThat(namespaces()).isEqualTo(before);
    }

    @Test
    void twoNetworksHaveNothingInCommon() throws Exception {
        try (EmulatedNetwork one = open(QUICK);
                EmulatedNetwork other = open(QUICK)) {
            assertThat(one.mobile().namespace()).isNotEqualTo(other.mobile().namespace());
            assertThat(one.link().fixedAddress()).isNotEqualTo(other.link().fixedAddress());
            sendUp(one, one.mobile().address(), one.fixed().address(), 10_000);
            assertThat(other.link().counters(Way.UP).offeredPackets()).isZero();
            sendUp(other, other.mobile().address(), other.fixed().address(), 10_000);
        }
    }

    @Test
    void whatIsBoundToALinksAddressTakesThatLink() throws Exception {
        try (EmulatedNetwork network = open(QUICK, QUICK, QUICK)) {
            for (int index = 0; index < 3; index++) {
                EmulatedLink link = network.links().get(index);
                sendUp(network, link.mobileAddress(), link.fixedAddress(), 50_000);
                sendUp(network, link.mobileAddress(), network.fixed().address(), 50_000);
                for (int other = 0; other < 3; other++) {
                    long up = network.links().get(other).counters(Way.UP).deliveredBytes();
                    if (other <= index) {
                        assertThat(up).isBetween(100_000L, 150_000L);
                    } else {
                        assertThat(up).isZero();
                    }
                }
            }
        }
    }

    @Test
    void theMobileHostChangesItsAddressOnSchedule() throws Exception {
        LinkSettings moving = QUICK.withSchedule(
                List.of(new TimedChange(Duration.ofMillis(10), Set.of(Way.values()), new Change.Address())));
        try (EmulatedNetwork network = open(moving)) {
            InetAddress first = new AddressPlan(slot(network)).mobile(0, 0);
            Awaitility.await().until(() -> !network.link().mobileAddress().equals(first));
            Awaitility.await()
                    .untilAsserted(() -> sendUp(
                            network,
                            network.link().mobileAddress(),
                            network.link().fixedAddress(),
                            1000));
            assertThatThrownBy(() -> socket(network, first)).isInstanceOf(IOException.class); // it has it no more
            network.link().change(Set.of(Way.values()), new Change.Address());
            sendUp(network, network.link().mobileAddress(), network.fixed().address(), 1000);
        }
    }

    private static int slot(EmulatedNetwork network) {
        return Integer.parseInt(network.mobile().namespace().replaceAll("\\D", ""));
    }

    @Test
    void conditionsChangeByHand() throws Exception {
        try (EmulatedNetwork network = open(QUICK)) {
            network.link().change(Set.of(Way.UP), new Change.Loss(1));
            try (ServerSocket server = listen(network);
                    Socket client = socket(network, network.mobile().address())) {
                CompletableFuture<Void> connecting = CompletableFuture.runAsync(() ->
                        connect(client, new InetSocketAddress(network.fixed().address(), server.getLocalPort())));
                Awaitility.await().until(() -> network.link().counters(Way.UP).lostPackets() > 0);
                assertThat(connecting).isNotDone();
                network.link().change(Set.of(Way.UP), new Change.Loss(0));
                connecting.join(); // TCP tries again
            }
        }
    }

    private static void connect(Socket socket, InetSocketAddress to) {
        try {
            socket.connect(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void processesLiveInTheHostAndDieWithIt() throws Exception {
        Process sleeping;
        try (EmulatedNetwork network = open(QUICK)) {
            sleeping = network.mobile().start(new ProcessBuilder("sleep", "1000"));
            ProcessBuilder java = network.fixed().java(List.of("-Xlog:disable"), Addresses.class.getName(), List.of());
            Process child = network.fixed().start(java);
            String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(printed).contains(network.fixed().address().getHostAddress());
            assertThat(printed).contains(network.link().fixedAddress().getHostAddress());
            assertThat(sleeping.isAlive()).isTrue();
        }
        assertThat(sleeping.isAlive()).isFalse();
    }

    /** Prints the addresses of where it runs. */
    static final class Addresses {
        public static void main(String[] args) throws IOException {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(address -> System.out.println(address.getHostAddress()));
        }
    }

    @Test
    void closingLeavesNothingAndMayBeRepeated() throws Exception {
        Set<Path> before = namespaces();
        EmulatedNetwork network = open(QUICK, QUICK);
        assertThat(namespaces()).hasSize(before.size() + 2);
        network.close();
        network.close();
        assertThat(namespaces()).isEqualTo(before);
    }

    @Test
    void aTerminatedJvmLeavesNothing() throws Exception {
        OwnerProcess owner = OwnerProcess.start(List.of());
        assertThat(NAMESPACES.resolve(owner.namespace)).exists();
        owner.terminate();
        assertThat(NAMESPACES.resolve(owner.namespace)).doesNotExist();
        Awaitility.await().until(() -> !owner.insideIsAlive());
    }

    @Test
    void whatAKilledJvmLeavesIsRemovedByTheNextAndALivingOnesStays() throws Exception {
        OwnerProcess killed = OwnerProcess.start(List.of());
        OwnerProcess living = OwnerProcess.start(List.of());
        killed.kill();
        assertThat(NAMESPACES.resolve(killed.namespace)).exists();
        try (EmulatedNetwork network = open(QUICK)) {
            assertThat(network.mobile().namespace()).isNotEqualTo(living.namespace);
            Awaitility.await().until(() -> !killed.insideIsAlive());
            assertThat(living.insideIsAlive()).isTrue();
            assertThat(NAMESPACES.resolve(living.namespace)).exists();
        } finally {
            living.terminate();
        }
        assertThat(NAMESPACES.resolve(killed.namespace)).doesNotExist();
    }

    @Test
    void anOrdinaryUserGetsItInAUserNamespace() throws Exception {
        assumeThat(UserNamespace.allowed())
                .as("this machine allows TUN devices in user namespaces")
                .isTrue();
        Set<Path> before = namespaces();
        OwnerProcess owner = OwnerProcess.start(UserNamespace.command(List.of()));
        assertThat(owner.insideIsAlive()).isTrue();
        assertThat(namespaces()).isEqualTo(before);
        owner.terminate();
    }

    private static Set<Path> namespaces() throws IOException {
        if (!Files.isDirectory(NAMESPACES)) {
            return Set.of();
        }
        try (var files = Files.list(NAMESPACES)) {
            return Set.copyOf(files.toList());
        }
    }
}

package org.banip.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.banip.emulator.forward.PcapTap;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.profile.Way;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EmulatedNetworkIT {
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Pattern NAMESPACE = Pattern.compile("banip\\d+-");
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
        Throwable refused = catchThrowable(() -> open(QUICK.withCongestionControl("telepathy")));
        assertThat(refused).isInstanceOf(IOException.class).hasMessageContainingAll("telepathy", "reno");
        Matcher namespace = NAMESPACE.matcher(refused.getMessage());
        assertThat(namespace.find()).isTrue();
        assertNothingIsLeft(number(namespace.group()));
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
            InetAddress first = new AddressPlan(number(network.mobile().namespace())).mobile(0, 0);
            await().until(() -> !network.link().mobileAddress().equals(first));
            await().untilAsserted(() -> sendUp(
                    network, network.link().mobileAddress(), network.link().fixedAddress(), 1000));
            assertThatThrownBy(() -> socket(network, first)).isInstanceOf(IOException.class); // it has it no more
            network.link().change(Set.of(Way.values()), new Change.Address());
            sendUp(network, network.link().mobileAddress(), network.fixed().address(), 1000);
        }
    }

    private static int number(String namespace) {
        return Integer.parseInt(namespace.replaceAll("\\D", ""));
    }

    @Test
    void conditionsChangeByHand() throws Exception {
        try (EmulatedNetwork network = open(QUICK)) {
            network.link().change(Set.of(Way.UP), new Change.Loss(1));
            try (ServerSocket server = listen(network);
                    Socket client = socket(network, network.mobile().address())) {
                CompletableFuture<Void> connecting = CompletableFuture.runAsync(() ->
                        connect(client, new InetSocketAddress(network.fixed().address(), server.getLocalPort())));
                await().until(() -> network.link().counters(Way.UP).lostPackets() > 0);
                assertThat(connecting).isNotDone();
                network.link().change(Set.of(Way.UP), new Change.Loss(0));
                connecting.join(); // TCP tries again
            }
        }
    }

    @Test
    void aLinkThatStandsStillIsNamed() throws Exception {
        try (EmulatedNetwork network = open(QUICK)) {
            network.requireWorking();
            network.link().tap((way, packet, fate, nanos) -> {
                throw new IllegalStateException("the tap is broken");
            });
            try (DatagramSocket socket = network.mobile().call(() -> new DatagramSocket())) {
                socket.send(new DatagramPacket(new byte[1], 1, network.fixed().address(), 9));
            }
            await().untilAsserted(() -> assertThatThrownBy(network::requireWorking)
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("quick", "the tap is broken"));
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
        EmulatedNetwork network = open(QUICK, QUICK);
        int number = number(network.mobile().namespace());
        assertThat(namespaces(number))
                .allSatisfy(namespace -> assertThat(namespace).exists());
        network.close();
        network.close();
        assertNothingIsLeft(number);
    }

    @Test
    void aTerminatedJvmLeavesNothing() throws Exception {
        OwnerProcess owner = OwnerProcess.start(List.of());
        assertThat(NAMESPACES.resolve(owner.namespace)).exists();
        owner.terminate();
        assertNothingIsLeft(number(owner.namespace));
        await().until(() -> !owner.insideIsAlive());
    }

    @Test
    void whatAKilledJvmLeavesIsRemovedByTheNextAndALivingOnesStays() throws Exception {
        OwnerProcess killed = OwnerProcess.start(List.of());
        OwnerProcess living = OwnerProcess.start(List.of());
        killed.kill();
        assertThat(NAMESPACES.resolve(killed.namespace)).exists();
        try (EmulatedNetwork network = open(QUICK)) {
            assertThat(network.mobile().namespace()).isNotEqualTo(living.namespace);
            await().until(() -> !killed.insideIsAlive());
            assertThat(living.insideIsAlive()).isTrue();
            assertThat(NAMESPACES.resolve(living.namespace)).exists();
        } finally {
            living.terminate();
        }
        assertNothingIsLeft(number(killed.namespace));
    }

    @Test
    void anOrdinaryUserGetsItInAUserNamespace() throws Exception {
        assumeThat(UserNamespace.allowed())
                .as("this machine allows TUN devices in user namespaces")
                .isTrue();
        OwnerProcess owner = OwnerProcess.start(UserNamespace.command(List.of()));
        assertThat(owner.insideIsAlive()).isTrue();
        String inside = Files.readSymbolicLink(Path.of("/proc/" + owner.pidInside + "/ns/net"))
                .toString();
        assertThat(inside).matches("net:\\[\\d+]");
        assertThat(namespacesOfAll()).doesNotContain(inside);
        owner.terminate();
    }

    /** Those that have names here, as the kernel calls them. */
    private static List<String> namespacesOfAll() throws IOException {
        List<String> all = new ArrayList<>();
        if (Files.isDirectory(NAMESPACES)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(NAMESPACES)) {
                for (Path file : files) {
                    inode(file).ifPresent(number -> all.add("net:[" + number + "]"));
                }
            }
        }
        return all;
    }

    private static Optional<Long> inode(Path file) throws IOException {
        try {
            return Optional.of((Long) Files.getAttribute(file, "unix:ino"));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // somebody else's, gone by now
        }
    }

    private static List<Path> namespaces(int number) {
        AddressPlan plan = new AddressPlan(number);
        return List.of(
                NAMESPACES.resolve(plan.namespace(EmulatedNetwork.MOBILE)),
                NAMESPACES.resolve(plan.namespace(EmulatedNetwork.FIXED)));
    }

    /** Of the network with that number; if it is somebody else's by now, they have made it anew. */
    private static void assertNothingIsLeft(int number) throws IOException {
        Optional<Slot> free = Slot.tryClaim(number);
        if (free.isPresent()) {
            try (Slot ours = free.get()) {
                assertThat(namespaces(ours.number()))
                        .allSatisfy(namespace -> assertThat(namespace).doesNotExist());
            }
        }
    }

    /** A crowded machine may take its time. */
    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1));
    }
}

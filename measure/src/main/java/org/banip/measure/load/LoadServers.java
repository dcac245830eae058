package org.banip.measure.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.banip.measure.load.client.LoadSpecification;
import org.banip.surrogate.store.StoreLocation;
import org.banip.wsb.authentication.PasswordFile;
import org.jspecify.annotations.Nullable;

/** The servers of one step: a host, and a broker if wanted. One thread. */
final class LoadServers implements AutoCloseable {
    private static final String STORE = "store.db";
    private static final int BESIDE = 500;

    private final LoadSettings settings;
    private final ServerOptions known;
    private final int mbus;
    private final Path folder;
    private final String password = UUID.randomUUID().toString();
    private final ServerProcess host;
    private @Nullable ServerProcess broker;
    private int brokers;

    /** The options that the product's commands have. */
    record ServerOptions(Set<String> host, Set<String> broker) {
        static ServerOptions of(LoadSettings settings) throws IOException, InterruptedException {
            Product product = settings.servers().product();
            return new ServerOptions(
                    product.options("host"), settings.throughBroker() ? product.options("wsb") : Set.of());
        }
    }

    private LoadServers(LoadSettings settings, ServerOptions known, int mbus, Path folder)
            throws IOException, InterruptedException {
        this.settings = settings;
        this.known = known;
        this.mbus = mbus;
        this.folder = folder;
        host = ServerProcess.start(settings.servers(), "host", "host", hostOptions(), folder);
    }

    /** Starts them. */
    static LoadServers start(LoadSettings settings, ServerOptions known, int mbus, Path folder)
            throws IOException, InterruptedException {
        LoadServers servers = new LoadServers(settings, known, mbus, folder);
        if (settings.throughBroker()) {
            try {
                servers.writePasswords();
                servers.startBroker(0);
            } catch (IOException | InterruptedException | RuntimeException e) {
                servers.close();
                throw e;
            }
        }
        return servers;
    }

    private List<String> hostOptions() {
        Map<String, String> limits = new LinkedHashMap<>();
        limits.put("connections", Integer.toString(2 * mbus + BESIDE));
        limits.put("interconnects", Integer.toString(mbus + BESIDE));
        List<String> options = new ArrayList<>(List.of(
                "--port",
                "0",
                "--store",
                settings.servers().store().map(StoreLocation::text).orElse(STORE)));
        settings.servers()
                .store()
                .filter(store -> !store.user().isEmpty())
                .ifPresent(store -> options.addAll(List.of("--store-user", store.user())));
        options.addAll(options(limits, known.host(), settings.servers().hostOptions()));
        return options;
    }

    private List<String> brokerOptions(int port) {
        Map<String, String> limits = new LinkedHashMap<>();
        limits.put("connections", Integer.toString(2 * mbus + BESIDE));
        limits.put("connections-per-address", Integer.toString(2 * mbus + BESIDE));
        limits.put("requests", Integer.toString(2 * mbus + BESIDE));
        limits.put("interconnects", Integer.toString(mbus + BESIDE));
        List<String> options = new ArrayList<>(List.of("--port", Integer.toString(port)));
        options.addAll(List.of("--host-url", host.uri().toString(), "--passwords", "passwords"));
        options.addAll(options(limits, known.broker(), settings.servers().brokerOptions()));
        return options;
    }

    /** Limits as options if the command has them; what the user wants instead comes in their place. */
    private static List<String> options(Map<String, String> limits, Set<String> known, List<String> wanted) {
        limits.keySet().retainAll(known);
        for (String option : wanted) {
            String[] words = option.split("=", 2);
            limits.put(words[0], words.length > 1 ? words[1] : "");
        }
        List<String> options = new ArrayList<>();
        limits.forEach((name, value) -> options.add("--" + name + (value.isEmpty() ? "" : "=" + value)));
        return options;
    }

    /** One line for each MBU; all have the same password, of which one hash is computed. */
    private void writePasswords() throws IOException {
        Path file = folder.resolve("passwords");
        String first = LoadSpecification.name(0);
        boolean unused = new PasswordFile(file)
                .set(first, password.toCharArray(), settings.servers().bcryptCost());
        String hash = Files.readString(file).strip().substring(first.length());
        List<String> lines = new ArrayList<>();
        for (int mbu = 0; mbu < mbus; mbu++) {
            lines.add(LoadSpecification.name(mbu) + hash);
        }
        Files.write(file, lines);
    }

    private void startBroker(int port) throws IOException, InterruptedException {
        brokers++;
        String name = brokers == 1 ? "wsb" : "wsb-" + brokers;
        broker = ServerProcess.start(settings.servers(), "wsb", name, brokerOptions(port), folder);
    }

    /** Kills the broker and starts another on the same port. */
    void restartBroker() throws IOException, InterruptedException {
        if (broker != null) {
            int port = broker.uri().getPort();
            broker.kill();
            startBroker(port);
        }
    }

    /** Where MBUs connect. */
    URI uri() {
        return broker == null ? host.uri() : broker.uri();
    }

    /** The password of all MBUs; empty without a broker. */
    String password() {
        return settings.throughBroker() ? password : "";
    }

    ServerProcess host() {
        return host;
    }

    Optional<ServerProcess> broker() {
        return Optional.ofNullable(broker);
    }

    /** What is wrong with them; empty if they run. */
    String problem() {
        if (!host.alive()) {
            return host.ended();
        }
        return broker != null && !broker.alive() ? broker.ended() : "";
    }

    /** The store in the folder of a step. */
    static StoreLocation store(LoadSettings settings, Path folder) {
        return settings.servers()
                .store()
                .orElseGet(() -> StoreLocation.of(folder.resolve(STORE).toString()));
    }

    @Override
    public void close() {
        if (broker != null) {
            broker.close();
        }
        host.close();
    }
}

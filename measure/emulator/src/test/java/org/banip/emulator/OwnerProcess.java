package org.banip.emulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.emulator.profile.LinkProfile;

/** A JVM that owns an emulated network with a process in it, and reports both until it is ended. */
final class OwnerProcess {
    private final Process process;
    final String namespace;
    final long pidInside;

    private OwnerProcess(Process process, String namespace, long pidInside) {
        this.process = process;
        this.namespace = namespace;
        this.pidInside = pidInside;
    }

    /** Started by {@link #start}. */
    public static void main(String[] args) throws Exception {
        EmulatedNetwork network = EmulatedNetwork.open(LinkProfile.named("lan"), 1);
        Process inside = network.mobile().start(new ProcessBuilder("sleep", "1000"));
        System.out.println(network.mobile().namespace() + " " + inside.pid());
        System.in.read(); // until it is killed
    }

    static OwnerProcess start(List<String> before) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OwnerProcess.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.US_ASCII);
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the owner of a network did not come up");
        }
        String[] words = line.split(" ", -1);
        return new OwnerProcess(process, words[0], Long.parseLong(words[1]));
    }

    boolean insideIsAlive() {
        return ProcessHandle.of(pidInside).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Without a chance to clean up. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As Ctrl-C does, with another signal. */
    void terminate() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}

package org.banip.surrogate.alert;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.BanDescription;
import org.banip.core.frame.Control;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;

/** An MBU of one BAN that takes the commands {@code banip.alert}, and answers keep-alives, on a thread of its own. */
final class WearerMbu implements AutoCloseable {
    private final List<AlertNotice> steps = new CopyOnWriteArrayList<>();
    private final TestMbu mbu;
    private final Function<AlertNotice, String> answer;
    private final ReverseWire reverse;
    private final Thread thread = new Thread(this::run, "wearer-mbu");

    /** The answer says why a step is not taken; empty if it is. */
    WearerMbu(URI base, String ban, Function<AlertNotice, String> answer) throws IOException {
        this(
                new TestMbu(
                        base, Map.of(), "packetizer(units=4,hold=0)", new BanDescription(ban, TestMbu.BAN.groups())),
                answer);
    }

    WearerMbu(TestMbu mbu, Function<AlertNotice, String> answer) throws IOException {
        this.mbu = mbu;
        this.answer = answer;
        mbu.register();
        reverse = mbu.reverse();
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                Control frame = reverse.next();
                if (frame instanceof Control.KeepAlive) {
                    mbu.send(Frames.of(frame));
                } else if (frame instanceof Control.Command command
                        && command.name().equals("banip.alert")) {
                    told(command);
                }
            }
        } catch (EOFException e) {
            // Closed, or the host has ended.
        } catch (IOException e) {
            // The same.
        }
    }

    private void told(Control.Command command) throws IOException {
        AlertNotice step = AlertNotice.parse(new String(command.argument(), StandardCharsets.UTF_8));
        steps.add(step);
        byte[] reason = answer.apply(step).getBytes(StandardCharsets.UTF_8);
        mbu.send(Frames.of(new Control.CommandResult(command.id(), reason.length == 0, reason)));
    }

    /** What came, repetitions included. */
    List<AlertNotice> steps() {
        return steps;
    }

    /** Ends the interconnect. */
    void deregister() throws IOException {
        mbu.delete();
    }

    @Override
    public void close() throws IOException {
        reverse.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

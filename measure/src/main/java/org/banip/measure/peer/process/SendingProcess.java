package org.banip.measure.peer.process;

import java.util.Optional;
import org.banip.core.json.JsonWriter;
import org.banip.surrogate.store.SensorSetDigest;

/** The process at the mobile end. Requests: {@code go ORIGIN}, {@code state}, or {@code state STORED}, {@code end}. */
public final class SendingProcess {
    private final RunArguments arguments;
    private final SensorSetDigest digest;
    private Optional<Sending> sending = Optional.empty();
    private String problem = "";

    private SendingProcess(RunArguments arguments) {
        this.arguments = arguments;
        digest = new SensorSetDigest(arguments.source().open().groups());
    }

    /** Runs until it is told to end. */
    public static void main(String[] words) throws Exception {
        Dialogue dialogue = new Dialogue();
        SendingProcess process = new SendingProcess(RunArguments.parse(words));
        dialogue.say("ready");
        dialogue.run(process::answer);
        System.exit(0); // even if threads are left
    }

    private String answer(String word, String rest) throws InterruptedException {
        switch (word) {
            case "go":
                long originNanos = Long.parseLong(rest);
                sending = Optional.of(
                        Sending.start(arguments, arguments.source().sensors(originNanos, digest), originNanos));
                return "gone";
            case "state":
                if (!rest.isEmpty()) {
                    sending.orElseThrow().stored(Long.parseLong(rest));
                }
                return state(sending.orElseThrow()).toLine();
            default:
                return end();
        }
    }

    private SendingState state(Sending now) throws InterruptedException {
        boolean delivered = false;
        try {
            delivered = now.delivered();
        } catch (RuntimeException e) {
            problem = String.valueOf(e.getMessage());
        }
        return new SendingState(
                Dialogue.cpuNanos(), now.produced(), now.acknowledged(), now.breaks(), delivered, !problem.isEmpty());
    }

    /** The digest is read when nothing writes to it any more. */
    private String end() throws InterruptedException {
        SendingState last = state(sending.orElseThrow());
        sending.orElseThrow().close();
        return new JsonWriter()
                .beginObject()
                .field("produced", last.produced())
                .field("acknowledged", last.acknowledged())
                .field("breaks", last.breaks())
                .field("digest", digest.hex())
                .field("problem", problem)
                .endObject()
                .toString();
    }
}

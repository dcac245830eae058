package org.banip.surrogate.jini.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.UUID;
import net.jini.io.MarshalledInstance;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The filter of a process of BANip's own, and that of a JVM with other applications, each in a process of its own. */
@Timeout(180)
class WholeJvmFilterTest {
    /** In no list; says that its code ran. */
    static final class Foreign implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            System.out.println("RAN");
            in.defaultReadObject();
        }
    }

    /** As the comparator and the proxy's handler in known gadget chains. */
    static final class Calling implements Comparator<String>, InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(String a, String b) {
            System.out.println("RAN");
            return a.compareTo(b);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return 0;
        }
    }

    /** Runs in the process. */
    static final class Reader {
        private Reader() {}

        public static void main(String[] arguments) throws Exception {
            byte[] foreign = bytes(new Foreign());
            PriorityQueue<String> queue = new PriorityQueue<>(2, new Calling());
            queue.add("a");
            queue.add("b");
            byte[] gadget = bytes(queue);
            byte[] proxy = bytes(Proxy.newProxyInstance(
                    Reader.class.getClassLoader(), new Class<?>[] {Comparable.class}, new Calling()));
            byte[] listed = bytes(new ObjectAddress("127.0.0.1", 1, UUID.randomUUID()));
            byte[] longArray = bytes(new String[1025]);
            byte[] nested = bytes(new Object[1][1]);
            MarshalledInstance marshalledForeign = new MarshalledInstance(new Foreign());
            ArrayList<String> longList = new ArrayList<>(Collections.nCopies(2000, "x"));
            MarshalledInstance marshalledList = new MarshalledInstance(longList);
            MarshalledInstance marshalledListed = new MarshalledInstance(UUID.randomUUID());
            MarshalledInstance marshalledBytes = new MarshalledInstance(new byte[(64 << 10) + 1]);
            byte[] list = bytes(longList);
            System.out.println("begin");
            if (arguments[0].equals("whole")) {
                JvmFilter.installForWholeJvm();
            } else {
                JvmFilter.installForRiver();
            }
            say("foreign", () -> read(foreign));
            say("gadget", () -> read(gadget));
            say("proxy", () -> read(proxy));
            say("listed", () -> read(listed));
            say("long", () -> read(longArray));
            say("nested", () -> read(nested));
            say("list", () -> read(list));
            say("marshalled foreign", () -> marshalledForeign.get(false));
            say("marshalled list", () -> marshalledList.get(false));
            say("marshalled bytes", () -> marshalledBytes.get(false));
            say("marshalled listed", () -> marshalledListed.get(false));
        }

        private static byte[] bytes(Object value) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(value);
            }
            return bytes.toByteArray();
        }

        private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
            return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        }

        /** Reads something. */
        private interface Reading {
            Object read() throws Exception;
        }

        private static void say(String what, Reading reading) throws Exception {
            try {
                reading.read();
                System.out.println(what + ": read");
            } catch (InvalidClassException e) {
                System.out.println(what + ": refused");
            }
        }
    }

    private static List<String> said(String filter) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reader.class.getName(),
                        filter)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("begin|RAN|[a-z ]+: (read|refused)"))
                    .toList();
            assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
            return lines.subList(lines.indexOf("begin") + 1, lines.size());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void processOfBanipsOwnReadsListedClassesOnlyWhoeverReads() throws Exception {
        assertThat(said("whole"))
                .containsExactly(
                        "foreign: refused",
                        "gadget: refused",
                        "proxy: refused",
                        "listed: read",
                        "long: refused",
                        "nested: refused",
                        "list: read", // the one long list of an answer
                        "marshalled foreign: refused",
                        "marshalled list: refused", // no registrant needs one
                        "marshalled bytes: refused",
                        "marshalled listed: read");
    }

    @Test
    void filterForRiverLeavesOtherApplicationsAlone() throws Exception {
        assertThat(said("river"))
                .containsExactly(
                        "RAN",
                        "foreign: read",
                        "RAN",
                        "gadget: read",
                        "proxy: read",
                        "listed: read",
                        "long: read",
                        "nested: read",
                        "list: read",
                        "marshalled foreign: refused",
                        "marshalled list: refused",
                        "marshalled bytes: refused",
                        "marshalled listed: read");
    }
}

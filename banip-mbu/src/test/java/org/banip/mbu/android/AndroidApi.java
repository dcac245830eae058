package org.banip.mbu.android;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.codehaus.mojo.animal_sniffer.Clazz;
import org.codehaus.mojo.animal_sniffer.SignatureChecker;

/** The classes and members of an Android API level, from an Animal Sniffer signature. Immutable. */
final class AndroidApi {
    /** Java language features that Android's compiler (D8) rewrites: records. */
    private static final Set<String> REWRITTEN = Set.of("java/lang/Record", "java/lang/runtime/ObjectMethods");

    private final Map<String, Clazz> classes;

    private AndroidApi(Map<String, Clazz> classes) {
        this.classes = classes;
    }

    static AndroidApi read(Path signature) throws IOException {
        try (InputStream in = new FileInputStream(signature.toFile())) {
            return new AndroidApi(SignatureChecker.loadClasses(in));
        }
    }

    boolean has(String owner) {
        return REWRITTEN.contains(owner) || classes.containsKey(owner);
    }

    /** Whether the class or one of its supertypes has the member. A method has the form {@code name(…)…}, a field {@code name#…}. */
    boolean has(String owner, String member) {
        if (REWRITTEN.contains(owner)) {
            return true;
        }
        Clazz type = classes.get(owner);
        if (type == null) {
            return false;
        }
        if (type.getSignatures().contains(member)) {
            return true;
        }
        if (type.getSuperClass() != null && has(type.getSuperClass(), member)) {
            return true;
        }
        for (String superInterface : type.getSuperInterfaces()) {
            if (has(superInterface, member)) {
                return true;
            }
        }
        return member.indexOf('(') > 0 && !owner.equals("java/lang/Object") && has("java/lang/Object", member);
    }
}

(ns a.b (:require [x :as y]))
(defn first-one "doc" [x] (let [y #(inc %)] {:a (y x)}))
(defn- ^:private second-one [x] x)
(def value 3)
